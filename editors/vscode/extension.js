// Starts `purity-lint server` and lets VS Code talk to it.
const { workspace, window } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

async function activate(context) {
  await start();
  context.subscriptions.push(
    workspace.onDidChangeConfiguration(async (event) => {
      if (event.affectsConfiguration("purity-lint")) {
        await deactivate();
        await start();
      }
    }),
  );
}

async function start() {
  const configuration = workspace.getConfiguration("purity-lint");
  const command = configuration.get("path");
  client = new LanguageClient(
    "purity-lint",
    "purity-lint",
    { command, args: ["server"] },
    {
      documentSelector: [{ language: "python" }],
      initializationOptions: { settings: configuration.get("settings") },
    },
  );
  try {
    await client.start();
  } catch (error) {
    client = undefined;
    window.showErrorMessage(
      `purity-lint: cannot start \`${command} server\` (${error.message}). ` +
        "Install it with pip install 'emberops[server]', or name it in the setting purity-lint.path.",
    );
  }
}

async function deactivate() {
  if (client !== undefined) {
    const old = client;
    client = undefined;
    await old.stop();
  }
}

module.exports = { activate, deactivate };
