# Whether the edge on the data folder $1 has its key: 0 yes, 1 the hub refused the token, 2 the edge
# ended, 3 not yet. Prints the last reason that the running edge gave.
# The folder is the edge's own, and this runs as root: a pipe in the key's place would hold it up for ever.
[ -f "$1/identity.json" ] && timeout 5 grep -qs '"apiKey"' "$1/identity.json" && exit 0
unit=vehicle-control-edge.service
run=$(systemctl show --property=InvocationID --value "$unit")
said=$(journalctl "_SYSTEMD_INVOCATION_ID=$run" --output=cat --no-pager |
  grep -o 'the hub refuses EDGE_ENROLL_TOKEN[^"]*\|waits for an admin[^"]*\|no enrolment yet[^"]*\|^EDGE_[A-Z_]* .*' | tail -n 1)
echo "$said"
case $said in 'the hub refuses'*) exit 1 ;; esac
systemctl is-failed --quiet "$unit" && exit 2
exit 3
