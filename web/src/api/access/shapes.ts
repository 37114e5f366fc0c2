/** Checked as api/http/shapes.ts says; only the administration loads these. */
export {
  AccessGate,
  AccessGateList,
  AccessGroup,
  AccessGroups,
  AccessPreview,
  AssetAccessAnswer,
  DecisionList,
  DeniedTags,
} from '@vehicle-control/protocol'
