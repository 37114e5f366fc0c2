import {
  Asset,
  AssetList,
  AssetRequest,
  Done,
  UploadResponse,
  Vehicle,
  VehicleList,
  VehicleRequest,
} from '@vehicle-control/protocol'
import { AssetQuery, VehicleQuery } from '../assets/assets.ts'
import { UploadForm } from '../assets/uploads.ts'
import { ExportQuery } from '../assets/vehicle-export.ts'
import type { Call } from './call.ts'

const vehicle = {
  body: VehicleRequest,
  example: { plate: 'KLM482', model: 'Duster', owner: 'Ana Peña', rfid_tag: 'TAG-482' },
  answer: Vehicle,
  errors: ['duplicate', 'invalid_plate', 'invalid_tag'],
} as const
const asset = {
  body: AssetRequest,
  example: { type: 'vehicle', name: 'Logan', plate: 'XYZ123', rfid_tag: 'TAG-123', owner: null },
  answer: Asset,
  errors: ['duplicate', 'invalid_plate', 'invalid_tag'],
} as const

export const assetCalls = {
  'GET /api/vehicles': {
    summary: 'Vehicles, newest first',
    query: VehicleQuery,
    answer: VehicleList,
  },
  'POST /api/vehicles': { summary: 'Add a vehicle', status: 201, ...vehicle },
  'PUT /api/vehicles/:id': { summary: 'Change a vehicle', ...vehicle },
  'DELETE /api/vehicles/:id': { summary: 'Delete a vehicle; its reads stay', answer: Done },
  'GET /api/assets': { summary: 'Assets, newest first', query: AssetQuery, answer: AssetList },
  'POST /api/assets': { summary: 'Add an asset', status: 201, ...asset },
  'PUT /api/assets/:id': { summary: 'Change an asset', ...asset },
  'DELETE /api/assets/:id': { summary: 'Delete an asset; its reads stay', answer: Done },
  'GET /api/vehicles/export/csv': {
    summary: 'All vehicles as CSV; with template=1 only the columns of an import',
    query: ExportQuery,
    answer: 'text/csv; charset=utf-8',
  },
  'POST /api/upload/image': {
    summary: 'Keep a JPEG, PNG or WebP of at most 5 MB; answers the url for an asset',
    form: UploadForm,
    status: 201,
    answer: UploadResponse,
  },
  'GET /api/photos/:name': { summary: 'A photo', answer: 'image/webp' },
} satisfies Record<string, Call>
