# Watches the edge for $1 seconds after release $2 was activated. Ends with 1, and says why, as soon as
# it ended, was started again, or is of another release.
unit=vehicle-control-edge.service
end=$(($(cut -d. -f1 /proc/uptime) + $1))
starts=''
failed=0

ask() { systemctl show --property="$1" --value "$unit"; }
# Adds the last log line of the edge itself; relays-off logs after it.
bad() {
  said=$(journalctl "_SYSTEMD_UNIT=$unit" --lines=50 --output=cat --no-pager | grep -v '"relays-off"' | tail -n 1)
  echo "$1; its last words: $said"
  exit 1
}

while [ "$(cut -d. -f1 /proc/uptime)" -lt "$end" ]; do
  in_use=$(readlink /opt/vehicle-control/current)
  if [ "$in_use" != "releases/$2" ]; then
    echo "the host has taken ${in_use#releases/} back by itself"
    exit 1
  fi
  case $(ask ActiveState):$(readlink "/proc/$(ask MainPID)/exe") in
    # Before that it is still the process of the old release.
    active:*"/releases/$2/bin/node") starts=${starts:-$(ask NRestarts)} ;;
    failed:*) failed=$((failed + 1)) ;;
  esac
  [ "$failed" -lt 3 ] || bad 'its unit has failed'
  if [ -n "$starts" ] && [ "$(ask NRestarts)" -gt "$starts" ]; then bad 'it ended and was started again'; fi
  sleep 2
done
[ -n "$starts" ] || bad 'it never became active'
