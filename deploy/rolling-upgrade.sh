#!/usr/bin/env bash
# Replaces running copies of the apps one after the other, and goes on only when the new one is ready: docs/operations/upgrading.md#upgrading.
set -euo pipefail

usage() {
  cat <<'END'
Usage:
  rolling-upgrade.sh [options] compose
  rolling-upgrade.sh [options] copies FILE

compose      replaces the containers of docker-compose.yml: consumers, then ingest, query and notify, each with all its copies.
copies FILE  replaces what FILE lists, in its order: consumers first, then ingest, then query. A line for each copy: the
             address of its /readyz, then the command that restarts it with the new build. Lines that begin with # are comments.
               http://10.0.0.4:3002/readyz  ssh consumer-1 systemctl restart tallyhouse@consumer

Options:
  --migrate COMMAND  runs first; with compose it is the service migrate
  --timeout SECONDS  how long a copy may take until it is ready (120)
  --dry-run          prints what it would do
  --help

Every copy has to be ready before it begins: an upgrade is no cure. It stops at the first copy that does not become ready, names it,
and exits with 1; the copies after it still run the old build. Nothing is lost: run it again once the cause is fixed. Exit code 2:
wrong arguments.
END
}

dry_run=false
timeout=120
migrate=

wrong() {
  printf '%s\nTry --help.\n' "$1" >&2
  exit 2
}

say() { printf '%s %s\n' "$(date +%H:%M:%S)" "$*"; }

stop() {
  say "$1"
  exit 1
}

# Runs a command line, or prints it.
run() {
  if $dry_run; then say "would run: $1"; else bash -c "$1" </dev/null; fi
}

# The two kinds of copies: `is_ready COPY` and `why_not COPY`.
answer_of() {
  case $1 in
    http://* | https://*) curl --silent --show-error --max-time 5 --write-out '\n%{http_code}' "$1" 2>&1 ;;
    *) docker exec "${1#*=}" node -e "fetch('http://127.0.0.1:${1%%=*}/readyz').then(async (r) => console.log(await r.text() + '\n' + r.status))" 2>&1 ;;
  esac
}

is_ready() { [[ $(answer_of "$1") == *$'\n'200 ]]; }

why_not() { answer_of "$1" | head -n 1 || true; }

# wait_until_ready NAME COPY: a service that ends and starts in a moment may still be answering, so it has to be ready twice.
wait_until_ready() {
  local deadline=$((SECONDS + timeout))
  until is_ready "$2" && sleep 0.5 && is_ready "$2"; do
    if ((SECONDS >= deadline)); then
      stop "$1 is not ready after $timeout s, and the copies after it were not touched: $(why_not "$2")"
    fi
    sleep 1
  done
}

upgrade_copies() {
  local file=$1 urls=() commands=() url command
  [[ -r $file ]] || wrong "$file cannot be read."
  # The last line may lack its end.
  while read -r url command || [[ -n $url ]]; do
    [[ -z $url || $url == \#* ]] && continue
    [[ $url =~ ^https?://.+/readyz && -n $command ]] || wrong "$file: a line is the address of a /readyz and a command, not: $url $command"
    urls+=("$url")
    commands+=("$command")
  done <"$file"
  ((${#urls[@]} > 0)) || wrong "$file names no copy."

  for url in "${urls[@]}"; do
    if $dry_run; then say "would check: $url"; else
      is_ready "$url" || stop "$url is not ready, nothing was changed: $(why_not "$url")"
    fi
  done
  if [[ -n $migrate ]]; then
    say "migrating"
    run "$migrate" || stop "The migration failed, and no copy was touched."
  fi
  for index in "${!urls[@]}"; do
    say "$((index + 1)) of ${#urls[@]}: ${commands[index]}"
    run "${commands[index]}" || stop "The command failed, and the copies after it were not touched."
    if $dry_run; then say "would wait until it is ready: ${urls[index]}"; else
      wait_until_ready "${urls[index]}" "${urls[index]}"
    fi
  done
}

# What is upgraded in Compose, and the port of each.
compose_apps=(consumer=3002 ingest=3001 query=3000 notify=9464)

upgrade_compose() {
  local services app port id ids up created replaced=()
  [[ -z $migrate ]] || wrong "compose runs its own migration."
  # Without its profile Compose does not know notify.
  export COMPOSE_PROFILES=alerts
  # A file of one's own may lack notify. No pipe to grep: it ends at its match, and Compose would fail at its next line.
  services=$(docker compose config --services)
  for entry in "${compose_apps[@]}"; do
    app=${entry%%=*} port=${entry#*=}
    grep --quiet --line-regexp "$app" <<<"$services" || continue
    ids=($(docker compose ps --quiet "$app"))
    # Without any, the loop below would end bash before 4.4.
    ((${#ids[@]} > 0)) || { [[ $app == notify ]] || stop "$app has no container, nothing was changed. Start it: docker compose up --detach --no-deps $app"; continue; }
    for id in "${ids[@]}"; do
      if $dry_run; then say "would check: $app $id"; else
        is_ready "$port=$id" || stop "$app $id is not ready, nothing was changed: $(why_not "$port=$id")"
      fi
    done
  done
  say "building"
  run "docker compose build"
  say "migrating"
  run "docker compose run --rm --no-deps migrate" || stop "The migration failed, and no container was touched."
  for entry in "${compose_apps[@]}"; do
    app=${entry%%=*} port=${entry#*=}
    grep --quiet --line-regexp "$app" <<<"$services" || continue
    ids=($(docker compose ps --quiet "$app"))
    for index in "${!ids[@]}"; do
      say "$app, $((index + 1)) of ${#ids[@]}"
      # The others stay as they are (--no-recreate); the one that is missing comes from the new image.
      run "docker stop ${ids[index]} && docker rm ${ids[index]}"
      up="docker compose up --detach --no-deps --no-recreate --scale $app=${#ids[@]} $app"
      run "$up" || stop "The new container of $app did not start, and the copies after it were not touched. Start it ($up), then run this script again."
      if $dry_run; then say "would wait until the new container is ready"; else
        created=$(docker compose ps --quiet "$app" | grep --invert-match --fixed-strings "$(printf '%s\n' "${ids[@]}" "${replaced[@]:-none}")")
        replaced+=("$created")
        wait_until_ready "the new container of $app, $created," "$port=$created"
      fi
    done
  done
}

while (($# > 0)); do
  case $1 in
    --help) usage && exit 0 ;;
    --dry-run) dry_run=true ;;
    --timeout | --migrate)
      (($# > 1)) || wrong "$1 needs a value."
      [[ $1 == --migrate ]] && migrate=$2 || timeout=$2
      shift
      ;;
    -*) wrong "$1 is not an option." ;;
    *) break ;;
  esac
  shift
done
[[ $timeout =~ ^[0-9]+$ ]] || wrong "--timeout: a number of seconds, not $timeout."

case "${1-}:$#" in
  compose:1) upgrade_compose ;;
  copies:2) upgrade_copies "$2" ;;
  *) wrong "Name what to upgrade: compose, or copies FILE." ;;
esac
say "$($dry_run && echo "Nothing was changed." || echo "All copies run the new build.")"
