# Ends with 1, and names the files, where the hub runs with older ones than stand there: those that it
# reads at its start alone.
# A dry run has written none.
[ -e /etc/vehicle-control/hub.env ] || exit 0
. /etc/vehicle-control/hub.env
# Times with a point, as awk reads them.
export LC_ALL=C
started=$(systemctl show vehicle-control-hub.service --property=ExecMainStartTimestampMonotonic --value)
[ "${started:-0}" != 0 ] || exit 0
read -r up _ </proc/uptime
at=$(awk -v now="$(date +%s.%N)" -v up="$up" -v started="$started" 'BEGIN { printf "%.2f", now - up + started / 1e6 }')
outdated=0
newer() {
  if [ -e "$1" ] && [ "$(awk -v file="$(stat -Lc %.2Y "$1")" -v at="$at" 'BEGIN { print file > at }')" = 1 ]; then
    echo "$1"
    outdated=1
  fi
}
for file in hub.env hub-database.crt; do newer "/etc/vehicle-control/$file"; done
for file in "$NODE_EXTRA_CA_CERTS" "$HUB_TLS_CERT" "$HUB_TLS_KEY"; do newer "$file"; done
# A file may have come with an older time than its own.
if [ -n "$HUB_TLS_CERT" ]; then
  shown=$(timeout 5 openssl s_client -connect "$HUB_HOST:$HUB_PORT" </dev/null 2>/dev/null | openssl x509 -noout -fingerprint 2>/dev/null)
  if [ -n "$shown" ] && [ "$shown" != "$(openssl x509 -in "$HUB_TLS_CERT" -noout -fingerprint)" ]; then
    echo "$HUB_TLS_CERT"
    outdated=1
  fi
fi
exit $outdated
