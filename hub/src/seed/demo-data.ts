import type { AssetFields } from '../store/assets/assets.ts'

/** The account of a demo hub; its password is public. */
export const DEMO_LOGIN = { email: 'admin@demo.local', password: 'demo-vehicle-control' } as const

const VEHICLES = [
  ['TEST-001', 'KLM482', 'Renault Duster', 'Carlos Rodríguez'],
  ['TEST-002', 'JTR915', 'Chevrolet Onix', 'María Fernanda Gómez'],
  ['TEST-003', 'GZX307', 'Mazda CX-30', 'Transportes Andinos S.A.S.'],
  ['TEST-004', 'HVP664', 'Toyota Hilux', 'Constructora El Nogal'],
  ['TEST-005', 'FQS128', 'Kia Picanto', 'Andrés Felipe Martínez'],
  ['TEST-006', 'LMN753', 'Nissan Frontier', 'Constructora El Nogal'],
  ['TEST-007', 'EWB590', 'Chevrolet NHR', 'Transportes Andinos S.A.S.'],
  ['TEST-008', 'NDC246', 'Renault Kwid', 'Luisa Núñez'],
  ['TEST-009', 'RTY871', 'Ford Ranger', 'Seguridad Atlas'],
  ['TEST-010', 'UJK435', 'Hino Dutro', 'Transportes Andinos S.A.S.'],
  ['TEST-011', 'DPA019', 'Suzuki Swift', 'Jorge Iván Pérez'],
  ['TEST-012', 'MXL582', 'Volkswagen Gol', 'Paola Andrea Castaño'],
] as const

const OTHERS = [
  ['product', 'TEST-101', 'Montacargas Yale 2,5 t', 'Logística', 'Bodega 1'],
  ['product', 'TEST-102', 'Generador Perkins 60 kVA', 'Mantenimiento', 'Patio'],
  ['product', 'TEST-103', 'Estiba de repuestos', 'Logística', 'Bodega 2'],
  ['furniture', 'TEST-201', 'Escritorio de portería', 'Administración', 'Portería norte'],
  ['furniture', 'TEST-202', 'Silla ergonómica', 'Administración', 'Oficina 101'],
] as const

/** Vehicles and assets with the tags that a simulated reader reports. */
export function demoAssets(): AssetFields[] {
  return [
    ...VEHICLES.map(([rfid_tag, plate, name, owner]) => {
      const type = 'vehicle' as const
      return { type, rfid_tag, plate, name, owner, location: null, photo_url: null }
    }),
    ...OTHERS.map(([type, rfid_tag, name, owner, location]) => {
      return { type, rfid_tag, plate: null, name, owner, location, photo_url: null }
    }),
  ]
}
