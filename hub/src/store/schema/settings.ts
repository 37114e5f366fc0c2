export interface SettingTable {
  key: string
  value: string
}
