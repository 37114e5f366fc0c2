import { expect, it } from 'vitest'
import { reasonOf, reasonWithTodo } from './reason-of.ts'

const CHIPS = 'no GPIO chip is labelled pinctrl-bcm2711 or pinctrl-bcm2835: there is none'
const NO_PACKAGE = 'the package node-libgpiod is not installed; install libgpiod-dev of Debian 12'

it.each([
  // Serial ports
  ['Error: No such file or directory, cannot open /dev/ttyUSB0', 'no se encuentra el equipo'],
  [
    'Error: Permission denied, cannot open /dev/ttyUSB0',
    'sin permiso para abrirlo; agrega el usuario del agente al grupo dialout',
  ],
  [
    'Error Resource temporarily unavailable Cannot lock port',
    'otro programa lo está usando; cierra ese programa en el equipo',
  ],
  ['the serial port is not open', 'se desconectó'],
  ['the device is gone (ENODEV)', 'se desconectó'],
  ['the device gives no answer within 2000 ms', 'no responde'],
  // Modules
  [
    'the module does not answer: look at its power, wiring, baudRate and framing',
    'no responde; revisa su corriente, su cable, baudRate y framing',
  ],
  ['the module tells nothing for 3000 ms', 'no responde'],
  [
    'the module refuses the region US: it does not know the command (error 17)',
    'no acepta la región US; corrige region en EDGE_CONFIG',
  ],
  [
    'the module refuses 30 dBm (status 0105)',
    'no acepta una potencia de 30 dBm; corrige powerDbm en EDGE_CONFIG',
  ],
  [
    'the module refuses to repeat tags (status 0105)',
    'no acepta una orden (to repeat tags (status 0105)); revisa su configuración en EDGE_CONFIG',
  ],
  [
    'the reader is set to region FCC, the configuration says ETSI',
    'tiene la región FCC y la configuración dice ETSI; corrige region en EDGE_CONFIG o en el lector',
  ],
  [
    'the reader refuses the inventory of old firmware; try variant "new"',
    'no habla esa variante; pon variant "new" en EDGE_CONFIG',
  ],
  [
    'antenna 2 is not connected',
    'sin antena conectada (antena 2); conecta la antena o quítala de antennas',
  ],
  [
    'antenna 1 is not connected, antenna 3 cannot read (code 25)',
    'sin antena conectada (antena 1); la antena 3 no lee (code 25); conecta la antena o quítala de antennas',
  ],
  ['the antenna is not connected', 'sin antena conectada; revisa la antena y su cable'],
  [
    'the antenna sends its power back: look at it and its cable',
    'antena mal conectada o dañada; revisa la antena y su cable',
  ],
  ['the module is too hot and pauses', 'está muy caliente; mejora su ventilación'],
  ['the module is hotter than 60 °C', 'está muy caliente; mejora su ventilación'],
  [
    'it finds no free channel to transmit on (error 20)',
    'no encuentra un canal libre para transmitir; aleja otros lectores o revisa region',
  ],
  ['it reports a fault (error 99)', 'informa una falla (error 99); revisa el lector y su antena'],
  // LLRP
  [
    'no antenna at 1, 4; its buffer is 90 % full',
    'sin antena conectada (antena 1, 4); su memoria está al 90 %; conecta la antena o quítala de antennas',
  ],
  [
    'its buffer overflowed: reads were lost',
    'su memoria se llenó y perdió lecturas; revisa la red hasta el lector',
  ],
  ['its settings: the device gives no answer within 5000 ms', 'no responde'],
  ['the list of antennas: no answer', 'no responde'],
  ['no keepalive for 15000 ms', 'no responde'],
  ['nothing heard for 15000 ms', 'no responde'],
  [
    'the reader refuses the list of antennas: unsupported message',
    'no acepta una orden (the list of antennas: unsupported message); revisa su configuración en EDGE_CONFIG',
  ],
  [
    'the reader refuses the connection: status 2',
    'no acepta la conexión (status 2); cierra otras conexiones al lector',
  ],
  ['the reader closed the connection', 'cortó la conexión'],
  // Networks
  [
    'getaddrinfo ENOTFOUND lector.local',
    'no se encuentra lector.local en la red; revisa su nombre en EDGE_CONFIG y el DNS del equipo',
  ],
  ['connect ECONNREFUSED 10.0.0.9:5084', 'no acepta la conexión'],
  ['connect ETIMEDOUT 10.0.0.9:5084', 'no responde'],
  ['10.0.0.9:5084 does not answer', 'no responde'],
  ['read ECONNRESET', 'cortó la conexión'],
  [
    'self-signed certificate',
    'su certificado no es válido (self-signed certificate); revisa caFile y la hora de los dos equipos',
  ],
  [
    'caFile /etc/edge/ca.pem cannot be read (ENOENT)',
    'no se puede leer caFile /etc/edge/ca.pem (ENOENT); revisa la ruta y el permiso de caFile',
  ],
  [
    'the reader refuses user or password',
    'no acepta el usuario o la clave; corrige su usuario y su clave',
  ],
  [
    'the reader answers 404 to /stream',
    'responde con el error 404 a /stream; revisa su dirección y su ruta',
  ],
  [
    'the broker does not speak MQTT 5; set mqttVersion to 4',
    'el broker no habla esa versión de MQTT; pon mqttVersion en 4',
  ],
  [
    'another client took over the session; give each reader a clientId of its own',
    'otro cliente usa su sesión; da a cada lector un clientId propio',
  ],
  [
    'the port is in use by another program',
    'otro programa lo está usando; cierra ese programa en el equipo',
  ],
  [
    'the clock of portal-1 is 95 s behind; its times are corrected by that',
    'su reloj está 95 s atrasado; ya se corrige; pon en hora el lector',
  ],
  // Keyboards
  [
    'no permission (EACCES); the user of the edge must be in group input',
    'sin permiso para abrirlo; agrega el usuario del agente al grupo input',
  ],
  [
    'another program has grabbed the device; end it, or set grab to false',
    'otro programa lo está usando; ciérralo o pon grab en false',
  ],
  // Relay boards
  ['unit 1 does not answer', 'no responde'],
  ['unit 1 answers with noise', 'responde con ruido; revisa el cable A/B del bus y baudRate'],
  [
    'unit 7 answers in place of unit 1',
    'responde la dirección 7 en vez de la 1; corrige unit en EDGE_CONFIG',
  ],
  ['channel 3 did not go off', 'su canal 3 no se apaga; revisa la tarjeta'],
  [
    'another system on its bus has switched it on',
    'lo activó otro sistema; deja el bus de la tarjeta a un solo sistema',
  ],
  ['the board was not asked yet', 'aún no se le ha preguntado a su tarjeta'],
  [
    'the board refuses it (error 2)',
    'la tarjeta no acepta la orden (error 2); corrige channel en EDGE_CONFIG',
  ],
  // Relays and inputs
  [
    `gpiochip: ${CHIPS}; is this a Raspberry Pi? | libgpiod: ${NO_PACKAGE}`,
    'no se encuentran los pines GPIO; revisa chip en EDGE_CONFIG y el equipo',
  ],
  [
    `gpiochip: the package koffi cannot be loaded (x); run npm ci on this device | libgpiod: line 17 is in use by barrier.py`,
    'lo usa «barrier.py»; cierra ese programa en el equipo',
  ],
  [
    NO_PACKAGE,
    'falta el paquete node-libgpiod en el equipo; instálalo en el equipo y reinicia el agente',
  ],
  [
    'line 17 is in use by another process',
    'otro programa lo está usando; cierra ese programa en el equipo',
  ],
  [
    'line 17 did not move: something else holds its level',
    'la línea 17 no se mueve: algo más fija su nivel; revisa su cableado',
  ],
  [
    'line 5 does not answer (EIO)',
    'la línea 5 no responde (EIO); revisa su cableado y reinicia el agente',
  ],
  [
    '/dev/gpiochip0 cannot be opened (EACCES); add the user to the group gpio: usermod -aG gpio USER',
    'sin permiso para abrirlo; agrega el usuario del agente al grupo gpio',
  ],
  // Sensors
  [
    'this system has no IIO devices; is a dtoverlay in config.txt?',
    'el sistema no ve el sensor; revisa su dtoverlay en config.txt',
  ],
  [
    'no IIO device is named dht11 (there are: none); is its dtoverlay in config.txt?',
    'el sistema no ve el sensor; revisa su dtoverlay en config.txt',
  ],
  [
    'it answers with noise (EIO): check its wiring and its pull-up',
    'responde con ruido; revisa su cable y su resistencia pull-up',
  ],
  [
    'no 1-Wire device is named DS18B20 (there are: none); check its wiring, its pull-up and dtoverlay=w1-gpio in config.txt',
    'el sistema no ve el sensor; revisa su dtoverlay en config.txt',
  ],
  [
    'several hwmon devices are named sht3x; use one of 1-0044, 1-0045',
    'hay varios sensores sht3x; elige en EDGE_CONFIG uno de 1-0044, 1-0045',
  ],
  [
    'it answers with noise (zeros): its data wire is held low',
    'responde con ruido; revisa su cable y su resistencia pull-up',
  ],
  [
    'it tells 85 °C, its value at power-on: check its power',
    'da 85 °C, su valor al encenderse; revisa su alimentación y su pull-up',
  ],
  ['w1_slave holds no temperature', 'no da esa medida (w1_slave); revisa el sensor en EDGE_CONFIG'],
  ['it does not answer on its bus (EREMOTEIO)', 'no responde'],
  [
    'its files cannot be read (EACCES): give the service the right to',
    'sin permiso para abrirlo; da permiso al usuario del agente',
  ],
  ['no answer within 5000 ms', 'no responde'],
  [
    'it tells temp 200 °C, which is not from -40 to 125',
    'da un valor imposible (200 °C); revisa su cable y su modelo',
  ],
  [
    'temp went from 20 to 80 °C at once',
    'su valor saltó de 20 a 80 °C; revisa su cable y su alimentación',
  ],
  [
    'the package node-dht-sensor is not installed or not built (MODULE_NOT_FOUND): npm install node-dht-sensor, or use type iio',
    'falta el paquete node-dht-sensor en el equipo; instálalo en el equipo y reinicia el agente',
  ],
  ['', 'sin causa informada'],
])('%s: %s', (error, words) => expect(reasonWithTodo(error)).toBe(words))

it('tells the warnings of every source, known ones and others', () => {
  const { why } = reasonOf('antenna 2 is not connected · 33 dBm pasan de lo que BR permite')
  expect(why).toBe('sin antena conectada (antena 2); 33 dBm pasan de lo que BR permite')
  const refused = reasonOf('se rechazó una conexión · antenna 2 is not connected')
  expect(refused.why).toBe('se rechazó una conexión; sin antena conectada (antena 2)')
})

it('leaves as it is what no word is known for', () => {
  const error = 'Error: what nobody has heard of; ask someone'
  expect(reasonOf(error)).toEqual({ why: error.slice('Error: '.length), todo: null })
})
