# How the system of a fresh card is made to run what lies on its boot partition. Sourced by
# prepare-card. Both ways run hook.sh, which may run at every boot.

# The directory that the system of this card mounts its boot partition on.
mount_of() {
  if grep -q '/boot/overlays/README' "$1/config.txt"; then echo /boot; else echo /boot/firmware; fi
}

# write_hook CARD FILE: a script that installs the units of CARD; it needs no file beside it.
write_hook() {
  {
    cat <<'END'
#!/bin/sh
# Installs the units of vehicle-control that read the boot partition. With --later: for the next boot.
set -eu
units=${ROOT:-}/etc/systemd/system
mkdir -p "$units/multi-user.target.wants"
place() {
  unit=$(cat)
  if [ "$(cat "$units/$1" 2>/dev/null)" != "$unit" ]; then
    printf '%s\n' "$unit" >"$units/$1.new"
    sync "$units/$1.new"
    mv "$units/$1.new" "$units/$1"
  fi
  ln -sf "../$1" "$units/multi-user.target.wants/$1"
}
END
    for unit in vehicle-control-first-boot.service vehicle-control-card-watch.service; do
      printf "place %s <<'END'\n" "$unit"
      cat "$1/$unit"
      echo END
    done
    cat <<'END'
sync -f "$units"
[ "${1:-}" = --later ] ||
  systemctl start --no-block vehicle-control-first-boot.service vehicle-control-card-watch.service
END
  } >"$2"
}

# cloud-init runs a boothook at every boot, early. Vendor data leaves user-data to Imager.
by_cloud_init() {
  { echo '#cloud-boothook' && cat "$1/vehicle-control/hook.sh"; } >"$1/vendor-data"
}

# systemd runs the script that cmdline.txt names, once, in a boot of its own, and starts again.
by_first_run() {
  at=$(mount_of "$1")
  call="sh $at/vehicle-control/hook.sh --later # vehicle-control"
  if grep -q 'systemd\.run=' "$1/cmdline.txt" && [ -f "$1/firstrun.sh" ]; then
    grep -q '# vehicle-control$' "$1/firstrun.sh" || add_call "$1/firstrun.sh" "$call"
    return
  fi
  cat >"$1/firstrun.sh" <<END
#!/bin/sh
$call
# The line first: one that names no script would end every boot.
sed 's| systemd\.run[^ ]*||g; s| systemd\.unit=kernel-command-line\.target||' $at/cmdline.txt >$at/cmdline.new &&
  sync && mv $at/cmdline.new $at/cmdline.txt && sync && rm -f $at/firstrun.sh
exit 0
END
  grep -q 'systemd\.run=' "$1/cmdline.txt" && return
  line=$(tr -d '\r\n' <"$1/cmdline.txt")
  line="$line systemd.run=$at/firstrun.sh systemd.run_success_action=reboot"
  printf '%s systemd.unit=kernel-command-line.target\n' "$line" >"$1/cmdline.txt"
}

# Right at the beginning: the first boot of Raspberry Pi OS cuts Imager's script at its end.
add_call() {
  awk -v call="$2" 'NR == 2 && !done { print call; done = 1 } { print }
    END { if (NR < 2) print call }' "$1" >"$1.new"
  mv "$1.new" "$1"
}
