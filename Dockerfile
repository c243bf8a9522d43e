# The README's two commands in a clean image: `docker build .` writes the tables and runs the tests, and fails if one of them does.
FROM python:3.11-slim
WORKDIR /exact-baccarat
COPY . .
SHELL ["/bin/bash", "-o", "pipefail", "-c"]
RUN python3 -m venv .venv && .venv/bin/pip install --quiet . && .venv/bin/exact tables
RUN python3 -m venv .venv && .venv/bin/pip install --quiet '.[test]' && .venv/bin/pytest
ENTRYPOINT [".venv/bin/exact"]
CMD ["odds", "--decks", "8"]
