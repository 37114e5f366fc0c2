/** Whether the hubs of this run lie on the Postgres that it started. */
export const onPostgres = process.env['TEST_STORE'] === 'postgres'
