#!/usr/bin/env bash
# Stands for Docker, which is not where the tests run: it keeps the containers of each service in a file.
echo "docker $*" >> calls
case "$1 $2" in
  "compose ps") [[ $4 == notify && ${COMPOSE_PROFILES-} != alerts ]] || cat "$4" ;;
  # With pauses, as Compose prints them: whoever stops reading ends it.
  "compose config") for app in consumer ingest notify query; do [[ -e $app ]] && echo $app && sleep 0.02; done ;;
  "compose build" | "compose run") ;;
  "compose up") [[ ! -e broken ]] && echo "${@: -1}-new-$RANDOM$RANDOM" >> "${@: -1}" ;;
  stop*) ;;
  rm*) sed -i "/^$2\$/d" ingest consumer query notify ;;
  exec*) printf '{"status":"ok"}\n200\n' ;;
esac
