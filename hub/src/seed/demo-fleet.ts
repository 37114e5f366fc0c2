/** Why a vehicle comes to the site, which decides when it passes which gate. */
export type VehicleHabit = 'staff' | 'works' | 'freight' | 'visits' | 'patrol'
/** How an asset is moved. */
export type AssetHabit = 'hauls' | 'shipped' | 'seldom'

interface DemoVehicle {
  tag: string
  plate: string
  model: string
  owner: string
  habit: VehicleHabit
}

interface DemoAsset {
  type: 'product' | 'furniture'
  tag: string
  name: string
  owner: string
  location: string
  habit: AssetHabit
}

/** The prefix of all tags of one delivery. */
const EPC = 'E28011606000020A4F1'

const VEHICLES = [
  ['TEST-001', 'KLM482', 'Renault Duster', 'Carlos Rodríguez', 'staff'],
  ['TEST-002', 'JTR915', 'Chevrolet Onix', 'María Fernanda Gómez', 'staff'],
  ['TEST-003', 'GZX307', 'Mazda CX-30', 'Transportes Andinos S.A.S.', 'works'],
  ['TEST-004', 'HVP664', 'Toyota Hilux', 'Constructora El Nogal', 'works'],
  ['TEST-005', 'FQS128', 'Kia Picanto', 'Andrés Felipe Martínez', 'staff'],
  ['TEST-006', 'LMN753', 'Nissan Frontier', 'Constructora El Nogal', 'works'],
  ['TEST-007', 'EWB590', 'Chevrolet NHR', 'Transportes Andinos S.A.S.', 'freight'],
  ['TEST-008', 'NDC246', 'Renault Kwid', 'Luisa Núñez', 'staff'],
  ['TEST-009', 'RTY871', 'Ford Ranger', 'Seguridad Atlas', 'patrol'],
  ['TEST-010', 'UJK435', 'Hino Dutro', 'Transportes Andinos S.A.S.', 'freight'],
  ['TEST-011', 'DPA019', 'Suzuki Swift', 'Jorge Iván Pérez', 'staff'],
  ['TEST-012', 'MXL582', 'Volkswagen Gol', 'Paola Andrea Castaño', 'staff'],
  [`${EPC}B3C01`, 'SVK214', 'Kenworth T800', 'Transportes Andinos S.A.S.', 'freight'],
  [`${EPC}B3C0E`, 'TGP508', 'International LT', 'Cargas del Oriente Ltda.', 'freight'],
  [`${EPC}B3D17`, 'WCL733', 'Foton Aumark', 'Distribuidora La Sabana', 'freight'],
  [`${EPC}B3D22`, 'SZR096', 'Chevrolet FRR', 'Distribuidora La Sabana', 'freight'],
  [`${EPC}B3E40`, 'TMN641', 'Hino FC9J', 'Lácteos El Páramo', 'freight'],
  [`${EPC}B3E5A`, 'WFD357', 'JAC N75', 'Frutas y Verduras del Norte', 'freight'],
  [`${EPC}B4008`, 'ESQ460', 'Renault Kangoo', 'Mantenimiento Integral Ltda.', 'works'],
  [`${EPC}B4013`, 'HRN275', 'Chevrolet N300', 'Mensajería Veloz', 'works'],
  [`${EPC}B4029`, 'FTY918', 'Peugeot Partner', 'Aseo de la Capital', 'works'],
  [`${EPC}B4136`, 'XKD47F', 'Yamaha XTZ 125', 'Seguridad Atlas', 'patrol'],
  [`${EPC}B4151`, 'LPQ386', 'Toyota Corolla Cross', 'Diana Marcela Rojas', 'staff'],
  [`${EPC}B416C`, 'KTU157', 'Mazda 2', 'Óscar Julián Torres', 'staff'],
  [`${EPC}B4270`, 'GHM820', 'BYD Yuan Plus', 'Catalina Herrera Muñoz', 'staff'],
  [`${EPC}B428B`, 'RNB62G', 'Honda CB 125F', 'Brayan Ñáñez', 'staff'],
  [`${EPC}B439D`, 'JVX694', 'Toyota Prado', 'Inversiones Monserrate S.A.S.', 'visits'],
  [`${EPC}B43A4`, 'DKS541', 'Hyundai Tucson', 'Auditores del Centro', 'visits'],
  [`${EPC}B44B9`, 'NFB208', 'Kia Sportage', 'Gloria Inés Beltrán', 'visits'],
  [`${EPC}B44C2`, 'UAT775', 'Chevrolet Spark GT', 'Sofía Quintero', 'visits'],
] as const

const ASSETS = [
  ['product', 'TEST-101', 'Montacargas Yale 2,5 t', 'Logística', 'Bodega norte', 'hauls'],
  ['product', 'TEST-102', 'Generador Perkins 60 kVA', 'Mantenimiento', 'Patio', 'seldom'],
  ['product', 'TEST-103', 'Estiba de repuestos', 'Logística', 'Bodega norte', 'shipped'],
  ['furniture', 'TEST-201', 'Escritorio de portería', 'Administración', 'Portería', 'seldom'],
  ['furniture', 'TEST-202', 'Silla ergonómica', 'Administración', 'Oficina 101', 'seldom'],
  ['product', `${EPC}C1007`, 'Montacargas Toyota 8FGU25', 'Logística', 'Patio', 'hauls'],
  ['product', `${EPC}C1012`, 'Estibadora eléctrica Crown', 'Logística', 'Bodega norte', 'hauls'],
  ['product', `${EPC}C101D`, 'Contenedor de herramienta', 'Mantenimiento', 'Patio', 'shipped'],
  ['product', `${EPC}C1128`, 'Compresor Kaeser SM 12', 'Mantenimiento', 'Patio', 'seldom'],
  ['furniture', `${EPC}C1133`, 'Archivador metálico', 'Administración', 'Oficina 102', 'seldom'],
] as const

/** The demo's vehicles; the first twelve have tags that a person can type. */
export const DEMO_VEHICLES: readonly DemoVehicle[] = VEHICLES.map(
  ([tag, plate, model, owner, habit]) => ({ tag, plate, model, owner, habit }),
)

/** Assets of both types, none of which has a plate. */
export const DEMO_ASSETS: readonly DemoAsset[] = ASSETS.map(
  ([type, tag, name, owner, location, habit]) => ({ type, tag, name, owner, location, habit }),
)

/** A tag that no asset has, and that comes again and again. */
export const REGULAR_UNKNOWN_TAG = 'E28068942000501C3F0A99E1'
