/** Checked as api/http/shapes.ts says. */
export { Asset, AssetList, UploadResponse, Vehicle, VehicleList } from '@vehicle-control/protocol'
