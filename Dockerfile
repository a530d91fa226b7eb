# purity-lint in a container: docker run --rm -v "$PWD:/src" purity-lint check
FROM python:3.13-slim
COPY . /tmp/emberops
RUN pip install --no-cache-dir /tmp/emberops && rm -r /tmp/emberops && useradd lint
USER lint
WORKDIR /src
# What is mounted at /src may belong to somebody else, and nothing is to be left in it.
ENV PURITY_LINT_NO_CACHE=1
ENTRYPOINT ["purity-lint"]
CMD ["check"]
