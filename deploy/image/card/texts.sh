# What vehicle-control-status.txt says, for who installs the device.

# status_text STATE [DETAIL]
status_text() {
  case $1 in
    installing) state='instalando' what="Se está instalando el programa. Tarda unos minutos." ;;
    starting) state='arrancando' what="El programa está instalado y arranca." ;;
    enrolled)
      state='inscrito'
      what="Este equipo está inscrito y conectado con la central. No hay que hacer nada más.
El token se borró de esta tarjeta: ya no sirve." ;;
    token-refused)
      state='TOKEN RECHAZADO'
      what="La central no acepta el token: está mal copiado, ya se usó, venció, hay otra tarjeta más
nueva de este agente, o un administrador rechazó el equipo.
  Qué hacer: en la central, Administración > Agentes, pulse «.env» del agente, guarde el archivo
  en esta tarjeta como vehicle-control.env y encienda otra vez." ;;
    awaiting-approval)
      state='ESPERA APROBACIÓN'
      what="Este equipo pidió ser el agente de abajo, y un administrador debe aprobarlo.
Las lecturas se guardan. No hay que encender otra vez.
  Qué hacer: avise a un administrador; en la central, en la campana, compara la huella del
  detalle y pulsa «Aprobar»." ;;
    key-refused)
      state='CLAVE RECHAZADA'
      what="La central no acepta la clave de este equipo. Las lecturas se guardan.
  Qué hacer: descargue otro «.env» del agente, guárdelo en esta tarjeta como
  vehicle-control.env y encienda otra vez." ;;
    no-token)
      state='FALTA EL TOKEN'
      what="vehicle-control.env no trae token, y este equipo no tiene clave.
  Qué hacer: descargue el «.env» del agente y guárdelo en esta tarjeta como vehicle-control.env." ;;
    no-env)
      state='FALTA vehicle-control.env'
      what="No hay un archivo vehicle-control.env en esta tarjeta.
  Qué hacer: descargue el «.env» del agente y guárdelo con ese nombre, sin «.txt» al final." ;;
    bad-env)
      state='ARCHIVO INCOMPLETO'
      what="vehicle-control.env no sirve.
  Qué hacer: descargue otra vez el «.env» del agente y guárdelo sin cambiarlo." ;;
    no-network)
      state='SIN RED'
      what="Este equipo no tiene red. Las lecturas se guardan y se sigue intentando.
  Qué hacer: revise el cable o la clave del wifi." ;;
    no-name)
      state='SIN RED O NOMBRE EQUIVOCADO'
      what="No se encuentra la dirección de la central. Se sigue intentando.
  Qué hacer: revise el cable o el wifi, y EDGE_HUB_URL en vehicle-control.env." ;;
    no-hub)
      state='LA CENTRAL NO RESPONDE'
      what="Hay red, y la central no responde. Las lecturas se guardan y se sigue intentando.
  Qué hacer: revise que la central esté encendida, y EDGE_HUB_URL en vehicle-control.env." ;;
    no-time)
      state='SIN HORA'
      what="El reloj de este equipo no está puesto, y sin hora no hay conexión segura.
  Qué hacer: permita NTP (puerto 123 UDP) en la red, o ponga un servidor NTP propio." ;;
    certificate)
      state='CERTIFICADO DESCONOCIDO'
      what="Este equipo no confía en el certificado de la central.
  Qué hacer: prepare la tarjeta con el certificado raíz de la central (prepare-card --hub-root)." ;;
    expired)
      state='CERTIFICADO VENCIDO'
      what="El certificado de la central venció, o el reloj de este equipo está mal.
  Qué hacer: renueve el certificado de la central; revise la hora de abajo." ;;
    quarantined)
      state='EN CUARENTENA'
      what="Dos equipos usan el mismo agente. Las lecturas se guardan.
  Qué hacer: en la central, en el agente, elija cuál de los dos vale." ;;
    bad-config)
      state='CONFIGURACIÓN EQUIVOCADA'
      what="El programa no arranca con esta configuración.
  Qué hacer: corrija lo que dice el detalle y encienda otra vez." ;;
    no-data)
      state='SIN PARTICIÓN DE DATOS'
      what="La raíz es de solo lectura y la partición «vc-data» no está montada: el programa no
arranca, para no escribir lecturas que un corte de luz borraría.
  Qué hacer: revise la tarjeta; read-only-root.md dice cómo se crea la partición." ;;
    stopped)
      state='DETENIDO'
      what="El programa no arranca.
  Qué hacer: en este equipo, journalctl -u vehicle-control-edge dice por qué." ;;
    bad-signature)
      state='FIRMA EQUIVOCADA'
      what="La firma del programa no corresponde: el archivo se copió a medias o no es el original.
  Qué hacer: prepare la tarjeta otra vez con prepare-card." ;;
    no-space)
      state='SIN ESPACIO'
      what="No hay espacio en el disco de este equipo para instalar el programa.
  Qué hacer: use una tarjeta de 8 GB o más." ;;
    wrong-machine)
      state='SISTEMA EQUIVOCADO'
      what="El programa no es para este sistema.
  Qué hacer: grabe Raspberry Pi OS de 64 bits, Bookworm o más nuevo." ;;
    *)
      state='NO SE PUDO INSTALAR'
      what="Qué hacer: prepare la tarjeta otra vez con prepare-card; si se repite, envíe este archivo." ;;
  esac
  printf 'Vehicle Control: %s\n\n%s\n' "$state" "$what"
  [ -z "${2:-}" ] || printf '\nDetalle: %s\n' "$2"
  about_device
}

about_device() {
  printf '\nAgente: %s\n' "$(value EDGE_AGENT_CODE "$ETC/edge.env" 2>/dev/null || :)"
  printf 'Central: %s\n' "$(value EDGE_HUB_URL "$ETC/edge.env" 2>/dev/null || :)"
  printf 'Versión: %s\n' "$(readlink "$OPT/current" 2>/dev/null | sed 's|.*/||' || :)"
  is_booted || return 0
  printf 'Equipo: %s\n' "$(hostname)"
  printf 'Direcciones: %s\n' "$(addresses)"
  case $(timedatectl show -p NTPSynchronized --value 2>/dev/null) in
    yes) echo 'Reloj: puesto por la red' ;;
    *) echo 'Reloj: sin confirmar' ;;
  esac
}

addresses() {
  found=$(ip -o addr show scope global up 2>/dev/null | awk '{ sub("/.*", "", $4); print $2 " " $4 }' |
    paste -s -d ',' | sed 's/,/, /g')
  echo "${found:-ninguna}"
}
