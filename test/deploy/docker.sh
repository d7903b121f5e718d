#!/usr/bin/env bash
# Stands for Docker, which is not where the tests run: it keeps the containers of each service in a file.
echo "docker $*" >> calls
case "$1 $2" in
  "compose ps") [[ $4 == notify && ${COMPOSE_PROFILES-} != alerts ]] || cat "$4" ;;
  "compose config") ls | grep --extended-regexp '^(ingest|consumer|query|notify)$' ;;
  "compose build" | "compose run") ;;
  "compose up") echo "${@: -1}-new-$RANDOM$RANDOM" >> "${@: -1}" ;;
  stop*) ;;
  rm*) sed -i "/^$2\$/d" ingest consumer query notify ;;
  exec*) printf '{"status":"ok"}\n200\n' ;;
esac
