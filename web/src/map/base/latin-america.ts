/** A country of the base map: its name, where that is written, and its capital as the data spells it. */
export interface Country {
  name: string
  lat: number
  lng: number
  capital: string
}

/** The countries whose cities are on the map, by ISO 3166-1. */
export const LATIN_AMERICA: Record<string, Country> = {
  AR: { name: 'Argentina', lat: -35.4, lng: -65.2, capital: 'Buenos Aires' },
  BB: { name: 'Barbados', lat: 13.2, lng: -59.55, capital: 'Bridgetown' },
  BO: { name: 'Bolivia', lat: -16.7, lng: -64.7, capital: 'Sucre' },
  BR: { name: 'Brasil', lat: -10.3, lng: -53.1, capital: 'Brasilia' },
  BS: { name: 'Bahamas', lat: 24.3, lng: -76.2, capital: 'Nassau' },
  BZ: { name: 'Belice', lat: 17.2, lng: -88.7, capital: 'Belmopan' },
  CL: { name: 'Chile', lat: -33.9, lng: -71, capital: 'Santiago' },
  CO: { name: 'Colombia', lat: 3.9, lng: -73.1, capital: 'Bogota' },
  CR: { name: 'Costa Rica', lat: 10, lng: -84.1, capital: 'San Jose' },
  CU: { name: 'Cuba', lat: 21.6, lng: -78.9, capital: 'Havana' },
  DO: { name: 'República Dominicana', lat: 18.9, lng: -70.5, capital: 'Santo Domingo' },
  EC: { name: 'Ecuador', lat: -1.4, lng: -78.4, capital: 'Quito' },
  GF: { name: 'Guayana Francesa', lat: 3.9, lng: -53.1, capital: 'Cayenne' },
  GT: { name: 'Guatemala', lat: 15.6, lng: -90.3, capital: 'Guatemala' },
  GY: { name: 'Guyana', lat: 4.9, lng: -58.9, capital: 'Georgetown' },
  HN: { name: 'Honduras', lat: 14.8, lng: -86.6, capital: 'Tegucigalpa' },
  HT: { name: 'Haití', lat: 19, lng: -72.7, capital: 'Port-au-Prince' },
  JM: { name: 'Jamaica', lat: 18.15, lng: -77.3, capital: 'Kingston' },
  MX: { name: 'México', lat: 23.9, lng: -102.3, capital: 'Mexico City' },
  NI: { name: 'Nicaragua', lat: 12.9, lng: -85, capital: 'Managua' },
  PA: { name: 'Panamá', lat: 8.4, lng: -80.1, capital: 'Panama City' },
  PE: { name: 'Perú', lat: -9.3, lng: -75, capital: 'Lima' },
  PR: { name: 'Puerto Rico', lat: 18.23, lng: -66.5, capital: 'San Juan' },
  PY: { name: 'Paraguay', lat: -23.4, lng: -58.4, capital: 'Asuncion' },
  SR: { name: 'Surinam', lat: 4, lng: -55.9, capital: 'Paramaribo' },
  SV: { name: 'El Salvador', lat: 13.7, lng: -88.9, capital: 'San Salvador' },
  TT: { name: 'Trinidad y Tobago', lat: 10.4, lng: -61.3, capital: 'Port-of-Spain' },
  UY: { name: 'Uruguay', lat: -32.8, lng: -56, capital: 'Montevideo' },
  VE: { name: 'Venezuela', lat: 7.1, lng: -66.2, capital: 'Caracas' },
}

/** Other names on the map, for orientation. */
export const AROUND: readonly [name: string, lat: number, lng: number][] = [
  ['Estados Unidos', 39.5, -98.5],
  ['Canadá', 58, -105],
  ['Groenlandia', 73, -41],
  ['España', 40, -3.6],
  ['Portugal', 39.6, -8],
  ['Francia', 46.7, 2.5],
  ['Italia', 42.9, 12.5],
  ['Alemania', 51, 10.4],
  ['Reino Unido', 53, -1.6],
  ['Marruecos', 32, -6.3],
  ['Argelia', 28.2, 2.6],
  ['Nigeria', 9.5, 8],
  ['Sudáfrica', -29.3, 24.5],
  ['Rusia', 61.5, 96],
  ['China', 35.5, 103],
  ['India', 22.5, 79],
  ['Japón', 36.3, 138.2],
  ['Australia', -25, 134],
  ['Nueva Zelanda', -41.5, 172.8],
  ['Antártida', -80, 0],
]

/**
 * Villages to which the data gives the population of a city of the same name, with their province.
 */
export const MISTAKEN: ReadonlySet<string> = new Set([
  'Crato, Amazonas',
  'Mazatlán, Sonora',
  'Natal, Amazonas',
  'Vila Velha, Amapá',
])

/** Cities that the data names differently than people there. */
const RENAMED: Record<string, string> = {
  'Belize City': 'Ciudad de Belice',
  'Campo Murao': 'Campo Mourão',
  Cayenne: 'Cayena',
  'Guajara-Miram': 'Guajará-Mirim',
  Guatemala: 'Ciudad de Guatemala',
  Havana: 'La Habana',
  Jaboatao: 'Jaboatão dos Guararapes',
  Lajes: 'Lages',
  'Mexico City': 'Ciudad de México',
  'Nueva San Salvador': 'Santa Tecla',
  'Panama City': 'Ciudad de Panamá',
  'Port-au-Prince': 'Puerto Príncipe',
  'Port-of-Spain': 'Puerto España',
  'Porto Santana': 'Santana',
  'Puerto Limon': 'Limón',
  Tuxpam: 'Tuxpan',
  Tucumán: 'San Miguel de Tucumán',
  Xapeco: 'Chapecó',
}

/** The right spelling of Brazil's cities; the data has most names without their accents. */
const PORTUGUESE = byBareName(
  `Anápolis, Araçatuba, Araguaína, Araxá, Avaré, Bagé, Belém, Bento Gonçalves, Bragança,
  Bragança Paulista, Brasília, Caçador, Camaquã, Catalão, Codó, Corumbá, Criciúma, Cuiabá,
  Divinópolis, Estância, Fernandópolis, Florianópolis, Foz do Iguaçu, Goiânia, Guaratinguetá,
  Ijuí, Ilhéus, Irecê, Itajaí, Itanhaém, Itaúna, Jaraguá do Sul, Jataí, Jaú, Jequié, Ji-Paraná,
  João Pessoa, Jundiaí, Macaé, Macapá, Maceió, Marabá, Marília, Maringá, Mossoró, Muriaé,
  Niterói, Nova Iguaçu, Paranaguá, Parnaíba, Petrópolis, Poços de Caldas, Ponta Porã,
  Porto União, Ribeirão Preto, Rondonópolis, Santa Inês, Santarém, Santo André, Santo Ângelo,
  São Borja, São Carlos, São João da Boa Vista, São João del Rei, São José do Rio Preto,
  São José dos Campos, São José dos Pinhais, São Luís, São Mateus, São Paulo, Tatuí, Taubaté,
  Tefé, Teófilo Otoni, Timbaúba, Três Lagoas, Tubarão, Tupã, Ubá, Uberlândia, Valença,
  Várzea Grande, Vitória, Vitória da Conquista`,
)

/** The right spelling of the other countries' cities. */
const SPANISH = byBareName(
  `Acatlán, Ahuachapán, Alausí, Añatuya, Apatzingán, Ascensión, Asunción, Autlán, Bahía Blanca,
  Baní, Belén, Bella Unión, Belmopán, Bogotá, Caacupé, Caibarién, Camagüey, Camaná, Cañas,
  Cancún, Cárdenas, Carúpano, Champotón, Chañaral, Chascomús, Chillán, Chiquinquirá, Chitré,
  Ciénaga, Ciudad Bolívar, Ciudad Constitución, Ciudad Guzmán, Ciudad Obregón, Cobán, Colón,
  Concepción, Concepción del Uruguay, Constitución, Copiapó, Córdoba, Coronel Suárez, Cotuí,
  Cuauhtémoc, Cúcuta, Culiacán, Cumaná, Curicó, Cutral Có, Dajabón, El Carmen de Bolívar,
  Estelí, Ferreñafe, Frías, Garzón, General Güemes, Gómez Palacio, Gonaïves, Gualeguaychú,
  Guamúchil, Guantánamo, Guayaramerín, Güines, Higüey, Holguín, Huajuapan de León, Huánuco,
  Ibagué, Itá, Jaén, Jaltipán, Joaquín V. González, Juanjuí, Juárez, Juchitán, Junín,
  La Asunción, La Unión, Lázaro Cárdenas, León, Luján, Macará, Magangué, Maiquetía, Malargüe,
  Mar de Ajó, Maturín, Mayagüez, Mazatlán, Medellín, Mérida, Miahuatlán, Minatitlán, Montería,
  Morón, Neuquén, Nezahualcóyotl, Ocaña, Olavarría, Pánuco, Paraguarí, Paraíso, Paraná,
  Paysandú, Penonomé, Petatlán, Piñas, Popayán, Potosí, Presidencia Roque Sáenz Peña,
  Puerto Berrío, Puerto López, Querétaro, Quibdó, Río Colorado, Río Cuarto, Río Gallegos,
  Río Grande, Río Tercero, Río Verde, Salamá, Samaná, San Andrés, San Antonio de los Baños,
  San Cristóbal, San Cristóbal de Las Casas, San Francisco de Macorís, San José,
  San José de Mayo, San José del Guaviare, San Juan del Río, San Luis Potosí, San Martín,
  San Nicolás, San Pedro de Macorís, San Ramón de la Nueva Orán, Sangolquí, Santa Bárbara,
  Santa Cruz Del Quiché, Santa Lucía, Santa Rosa de Copán, Santa Rosalía, Sololá, Sonsón,
  Tacuarembó, Tamuín, Tecomán, Tecpán, Tehuacán, Teziutlán, Tingo María, Tizimín, Tolú, Torreón,
  Totonicapán, Tulcán, Tuluá, Tunuyán, Túquerres, Usulután, Valparaíso, Vicuña, Villa Ángela,
  Villa María, Villa Unión, Villazón, Viña del Mar, Ypacaraí, Zárate`,
)

/** A city's name as it is spelt in its country, given by ISO 3166-1. */
export function spelling(city: string, iso2: string): string {
  const accented = iso2 === 'BR' ? PORTUGUESE : SPANISH
  return RENAMED[city] ?? accented.get(bareName(city)) ?? city
}

function byBareName(names: string): Map<string, string> {
  return new Map(names.split(/,\s+/).map((name) => [bareName(name), name]))
}

function bareName(name: string): string {
  return name.normalize('NFD').replace(/\p{M}/gu, '')
}
