# syntax=docker/dockerfile:1
# Front-end modules: pinned, copied into static/vendor; nothing of Node.js reaches the last stage.
FROM node:24-slim AS modules
WORKDIR /src
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund
COPY scripts/vendor.mjs scripts/
RUN node scripts/vendor.mjs

# Python packages: pinned by hash.
FROM python:3.13-slim AS packages
ENV UV_COMPILE_BYTECODE=1 UV_LINK_MODE=copy
WORKDIR /src
COPY requirements-uv.lock requirements.lock ./
RUN python -m venv /venv \
 && pip install --no-cache-dir --require-hashes -r requirements-uv.lock \
 && uv pip install --no-cache --python /venv/bin/python --require-hashes -r requirements.lock

FROM python:3.13-slim
RUN useradd --system --uid 10001 cards \
 && install -d -o cards -g cards /data
WORKDIR /srv
COPY --from=packages /venv /venv
COPY alembic.ini ./
COPY migrations migrations
COPY static static
COPY --from=modules /src/static/vendor static/vendor
COPY app app
RUN /venv/bin/python -m compileall -q app migrations
ENV PATH=/venv/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    CARDS_HOST=0.0.0.0 \
    CARDS_PORT=8000 \
    CARDS_DATA_DIR=/data
VOLUME /data
USER 10001
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
  CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/readyz', timeout=2)"]
CMD ["python", "-m", "app", "serve"]
