"""JSON schema of what SARIF 2.1.0 says of the parts of a log that are written here, and of no others.

Written after section 3 of the standard; a property that is not here may be allowed there: look it up first.
"""

from __future__ import annotations

from typing import Any


def _object(required: str, **properties: Any) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": required.split(),
        "additionalProperties": False,
    }


def _list(items: Any, least: int = 0) -> dict[str, Any]:
    return {"type": "array", "items": items, "minItems": least}


_TEXT = {"type": "string"}
_URI = {"type": "string", "format": "uri"}
_ORDINAL = {"type": "integer", "minimum": 1}
_INDEX = {"type": "integer", "minimum": 0}
_MESSAGE = _object("text", text=_TEXT)
_REGION = _object("startLine", startLine=_ORDINAL, startColumn=_ORDINAL, endLine=_ORDINAL, endColumn=_ORDINAL)
_ARTIFACT = _object("uri", uri=_URI)
_LOCATION = _object(
    "physicalLocation",
    physicalLocation=_object("artifactLocation", artifactLocation=_ARTIFACT, region=_REGION),
    message=_MESSAGE,
)
_REPLACEMENT = _object("deletedRegion", deletedRegion=_REGION, insertedContent=_object("text", text=_TEXT))
_FIX = _object(
    "artifactChanges",
    description=_MESSAGE,
    artifactChanges=_list(
        _object(
            "artifactLocation replacements", artifactLocation=_ARTIFACT, replacements=_list(_REPLACEMENT, 1)
        ),
        1,
    ),
)
_RESULT = _object(
    "message",
    ruleId=_TEXT,
    ruleIndex=_INDEX,
    level={"enum": ["none", "note", "warning", "error"]},
    message=_MESSAGE,
    locations=_list(_LOCATION),
    relatedLocations=_list(_LOCATION),
    fixes=_list(_FIX),
    partialFingerprints={"type": "object", "additionalProperties": _TEXT},
    properties={"type": "object"},
)
_RULE = _object(
    "id",
    id=_TEXT,
    name=_TEXT,
    shortDescription=_MESSAGE,
    fullDescription=_MESSAGE,
    help=_object("text", text=_TEXT, markdown=_TEXT),
    helpUri=_URI,
)
_TOOL = _object(
    "driver", driver=_object("name", name=_TEXT, version=_TEXT, informationUri=_URI, rules=_list(_RULE))
)
SCHEMA = _object(
    "version runs",
    **{"$schema": _URI},
    version={"const": "2.1.0"},
    runs=_list(
        _object(
            "tool",
            tool=_TOOL,
            columnKind={"enum": ["utf16CodeUnits", "unicodeCodePoints"]},
            results=_list(_RESULT),
        )
    ),
)
