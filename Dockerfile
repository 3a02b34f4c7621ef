# Macrocell as an ordinary user. Build: docker build -t macrocell .   Run: see compose.yaml.
# The image has glibc: the kernel level refuses musl (Alpine), whose fork is another system call.
FROM python:3.11-slim-bookworm AS build
WORKDIR /src
COPY pyproject.toml README.md LICENSE __init__.py py.typed ./
COPY engine engine
COPY facade facade
COPY sandbox sandbox
RUN python -m venv /opt/macrocell && /opt/macrocell/bin/python -m pip install --no-cache-dir .

FROM python:3.11-slim-bookworm
RUN groupadd --gid 1000 macrocell && useradd --uid 1000 --gid 1000 --create-home macrocell
COPY --from=build /opt/macrocell /opt/macrocell
ENV PATH=/opt/macrocell/bin:$PATH PYTHONDONTWRITEBYTECODE=1
USER 1000:1000
WORKDIR /work
ENTRYPOINT ["macrocell"]
CMD ["doctor"]
