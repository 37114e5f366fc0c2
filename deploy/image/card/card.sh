# What the boot partition of this device holds, and what of it was taken already. Sourced by
# first-boot and watch. ROOT is a prefix of all paths, for tests.
ROOT=${ROOT:-}
CARD=$(cd "$(dirname "$0")" && pwd)
BOOT=${CARD%/*}
CARD_ENV=$BOOT/vehicle-control.env
STATUS=$BOOT/vehicle-control-status.txt
ETC=$ROOT/etc/vehicle-control
OPT=$ROOT/opt/vehicle-control
IDENTITY=$ROOT/var/lib/vehicle-control-edge/identity.json
STATE=$ROOT/var/lib/vehicle-control-first-boot
# In memory: nothing is written to the card of a gate that only starts.
WORK=$ROOT/run/vehicle-control-first-boot
SECRETS='EDGE_ENROLL_TOKEN|EDGE_API_KEY'
umask 077

# put FILE: standard input, there whole or not at all, and on the disk when this returns.
put() {
  cat >"$1.new" && sync "$1.new" && mv "$1.new" "$1" && sync -f "$1"
}

is_booted() { [ -d "$ROOT/run/systemd/system" ]; }

# A root whose writes a power cut takes back, as overlayroot makes it.
is_read_only_root() { [ -z "$ROOT" ] && mountpoint -q /media/root-ro; }

digest() { sha256sum <"$1" | cut -d ' ' -f 1; }
# is_taken NAME FILE: the file is the one that note_taken saw last under this name.
is_taken() { [ "$(cat "$STATE/taken-$1" 2>/dev/null)" = "$(digest "$2")" ]; }
note_taken() {
  ! is_taken "$1" "$2" || return 0
  mkdir -p "$STATE"
  digest "$2" | put "$STATE/taken-$1"
}

# ── files of variables ──

# lines FILE: the variables of it, one a line, whatever editor wrote it.
lines() { sed -n '1s/^\xEF\xBB\xBF//; s/\r$//; s/^[[:space:]]*\([A-Za-z_][A-Za-z0-9_]*=\)/\1/p' "$1"; }
# value NAME FILE: without its quotes.
value() {
  lines "$2" | sed -n "s/^$1=//p" | tail -n 1 |
    sed "s/[[:space:]]*\$//; s/^'\(.*\)'\$/\1/; t; s/^\"\(.*\)\"\$/\1/"
}
# has_secret FILE: one stands there with a value.
has_secret() { [ -f "$1" ] && lines "$1" | grep -Eq "^($SECRETS)=['\"]?[^'\"]"; }
without_secrets() { grep -Ev "^[[:space:]]*($SECRETS)=" || :; }
# without_names FILE: standard input without the variables that FILE sets.
without_names() {
  names=$(lines "$1" | cut -d = -f 1 | paste -s -d '|')
  grep -Ev "^(${names:-=})=" || :
}

# holds_key CODE: the edge has stored an API key of this agent.
holds_key() {
  code=$(printf %s "$1" | tr 'A-Z' 'a-z')
  [ -f "$IDENTITY" ] && tr 'A-Z' 'a-z' <"$IDENTITY" | grep -q "\"agentcode\":\"$code\"" &&
    grep -q '"apiKey":"' "$IDENTITY"
}

# ── what the installer reads ──

# notice TEXT: one more paragraph of the status, until the next start.
notice() { printf '%s\n\n' "$1" >>"$WORK/notices"; }

# write_status STATE [DETAIL]: writes the status file where its text is new. A card that cannot
# be written is no reason to end.
write_status() {
  text=$(status_text "$@")
  if [ -s "$WORK/notices" ]; then text="$text

Además:
$(cat "$WORK/notices")"; fi
  [ "$(tr -d '\r' <"$STATUS" 2>/dev/null | sed '$d')" = "$text" ] ||
    printf '%s\nEscrito: %s, hora de este equipo\n' "$text" "$(date '+%Y-%m-%d %H:%M')" |
    sed 's/$/\r/' | put "$STATUS" || echo "the boot partition takes no $STATUS"
}
