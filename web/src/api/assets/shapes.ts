/** Checked as api/http/shapes.ts says. */
export {
  Asset,
  AssetActivity,
  AssetList,
  UploadResponse,
  Vehicle,
  VehicleImported,
  VehicleList,
} from '@vehicle-control/protocol'
