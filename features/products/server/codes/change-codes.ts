import { firstNames, refuse } from '#kernel/refusal.ts'
import { lockingCommand } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import { changeCodes } from '../../domain/codes/contract.ts'
import { demandCodes } from './code-problem.ts'

export const changeCodesCommand = lockingCommand(changeCodes, async (work, { products }) => {
  const ids = products.map(({ id }) => id)
  // by ascending id against deadlocks
  const stored = new Map(
    (
      await work.tx.many<{ id: number; version: number; name: string; cnCode: string | null }>(sql`
        select id, version, name, cn_code as "cnCode" from products where id = any(${ids}::bigint[]) order by id for update`)
    ).map((row) => [row.id, row]),
  )
  const asked = products.map((product) => ({
    ...product,
    before: stored.get(product.id) ?? refuse('missing', 'products.missing', { productId: product.id }),
  }))
  const other = asked.filter(({ version, before }) => version !== before.version).map(({ before }) => before.name)
  if (other.length > 0) refuse('conflict', 'products.codes-changed', { names: firstNames(other) })
  const changed = asked.filter(({ cnCode, before }) => cnCode !== before.cnCode)
  await demandCodes(
    work.tx,
    changed.map(({ cnCode }) => cnCode),
    work.today,
  )
  await work.tx.run(sql`
    update products p set cn_code = c.code, version = p.version + 1, updated_at = ${work.now}
    from jsonb_to_recordset(${JSON.stringify(changed.map(({ id, cnCode: code }) => ({ id, code })))}::jsonb) as c(id bigint, code text)
    where p.id = c.id`)
  for (const { id, cnCode, before } of changed)
    work.record({ entity: 'products', id, changes: { cnCode: [before.cnCode, cnCode] } })
  return { changed: changed.length }
})
