# What the system of this device is given beside the release. Each may be run at every boot.

# changed FILE: standard input becomes FILE; false where it was that already.
changed() {
  cat >"$WORK/proposed"
  if cmp -s "$WORK/proposed" "$1"; then return 1; fi
  mkdir -p "$(dirname "$1")"
  put "$1" <"$WORK/proposed"
}

accounts_and_rules() {
  units=$OPT/current/systemd
  umask 022
  if changed "$ROOT/etc/sysusers.d/vehicle-control.conf" <"$units/vehicle-control.sysusers.conf"; then :; fi
  ! is_booted || systemd-sysusers
  if changed "$ROOT/etc/udev/rules.d/60-vehicle-control.rules" <"$units/60-vehicle-control.rules"; then
    if is_booted; then
      udevadm control --reload || :
      udevadm trigger || :
    fi
  fi
  conf=$ROOT/etc/systemd/journald.conf.d/vehicle-control.conf
  if changed "$conf" <"$units/vehicle-control-journald.conf"; then
    ! is_booted || systemctl restart systemd-journald
  fi
  umask 077
}

# The pins of the relays are at their safe level before Linux runs, and released when the edge dies
# (a Raspberry Pi keeps an output's level otherwise). The firmware reads it at the next start. The
# block is the one that the fleet's playbooks write; an overlay that they put there stays.
boot_parameters() {
  config=$BOOT/config.txt
  [ -f "$config" ] || return 0
  begin='# BEGIN vehicle-control' end='# END vehicle-control'
  pins=$(relay_pins) || return 0
  overlays=$(sed -n "/^$begin/,/^$end/{/^dtoverlay=/p;}" "$config")
  sed "/^$begin/,/^$end/d" "$config" >"$WORK/config.txt"
  {
    cat "$WORK/config.txt"
    # Without a line end the next line would belong to the last one.
    [ -z "$(tail -c 1 "$WORK/config.txt")" ] || echo
    printf '%s\n' "$begin" '[all]' '# A pin goes when the process that held it does.' \
      'dtparam=strict_gpiod' ${pins:+"$pins"} ${overlays:+"$overlays"} "$end"
  } | changed "$config" || return 0
  echo 'config.txt sets the pins of the relays from the next start on'
}

# A line of config.txt for each relay: driven to the level at which it is off.
relay_pins() {
  [ -f "$ETC/edge.json" ] || return 0
  # shellcheck disable=SC2016 # the dollars are of JavaScript
  "$OPT/current/bin/node" -e '
    const { relays } = JSON.parse(require("node:fs").readFileSync(process.argv[1], "utf8"))
    if (relays === undefined || relays.driver === "simulated") process.exit()
    for (const { pin, activeLow } of relays.lines) {
      if (Number.isInteger(pin)) console.log(`gpio=${pin}=op,${activeLow === true ? "dh" : "dl"}`)
    }' "$ETC/edge.json" 2>/dev/null
}

# The agent's code as a host name, where the card asks for it.
host_name() {
  [ -f "$CARD/set-hostname" ] || return 0
  name=$(value EDGE_AGENT_CODE "$ETC/edge.env" | tr 'A-Z_' 'a-z-' | sed 's/^-*//; s/-*$//' | cut -c 1-63)
  [ -n "$name" ] && [ "$(cat "$ROOT/etc/hostname" 2>/dev/null)" != "$name" ] || return 0
  umask 022
  echo "$name" | put "$ROOT/etc/hostname"
  { sed '/^127\.0\.1\.1[[:space:]]/d' "$ROOT/etc/hosts" 2>/dev/null && printf '127.0.1.1\t%s\n' "$name"; } |
    put "$ROOT/etc/hosts"
  umask 077
  ! is_booted || hostname "$name"
}
