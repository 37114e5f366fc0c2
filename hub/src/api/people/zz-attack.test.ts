import { sql } from 'kysely'
import { test } from 'vitest'
import { startPostgres, createDatabase } from '../../testing/postgres-server.ts'
import { openStore } from '../../store/open-store.ts'
import { mkdtemp } from 'node:fs/promises'
test('alt', { timeout: 100_000 }, async () => {
  const server = await startPostgres()
  try {
    const url = await createDatabase(server.url)
    const dir = await mkdtemp('/tmp/atk/pg-')
    const s = await openStore({ dataDir: dir, databaseUrl: url, auditKey: 'a'.repeat(64) } as never)
    await sql`insert into audit_log(at,actor,action,target,detail,address,hash,key) select 1700000000000+i*20000::bigint, 'operador'||(i%40)||'@empresa.co','asset.update',(i%5000)::text, '{"plate":"ABC'||(i%1000)||'","tag":"E28011700000020F'||i||'","before":"Camión de volteo","after":"Camión cisterna Núñez '||(i%77)||'"}','192.168.1.1', md5(i::text)||md5(i::text), 'feed' from generate_series(1,200000) i`.execute(s.db)
    const a = performance.now()
    await sql`select count(*) from audit_log where lower(translate(target || E'\n' || detail, 'áàâãäåÁÀÂÃÄÅçÇéèêëÉÈÊËíìîïÍÌÎÏñÑóòôõöøÓÒÔÕÖØúùûüÚÙÛÜ', 'aaaaaaaaaaaacceeeeeeeeiiiiiiiinnoooooooooooouuuuuuuu')) like '%configuracion%'`.execute(s.readOnly)
    console.log('PG translate, one statement, 200k', Math.round(performance.now() - a))
    await s.close()
  } finally { await server.stop() }
})
