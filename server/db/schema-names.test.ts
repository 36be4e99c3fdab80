/** A dump restores with an empty search path, so functions must name the schema of every table, sequence and function. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, sql } from './database.ts'
import { testDatabase } from './testing.ts'

let db: Database
beforeAll(async () => {
  db = await testDatabase()
}, 60_000)
afterAll(() => db?.close())

/** Returns the names in a function's body that stand there without their schema. */
function namesWithoutSchema(body: string, names: ReadonlySet<string>): string[] {
  // comments and texts name nothing; what is called by nextval('…') does
  const code = body
    .replace(/--.*$/gm, '')
    .replace(/nextval\('([^']+)'\)/g, 'nextval($1)')
    .replace(/'[^']*'/g, "''")
  const words = [...code.matchAll(/(\.?)\b([a-z_][a-z0-9_]*)\b/g)]
  return words.filter(([, dot, word]) => dot === '' && names.has(word ?? '')).map(([, , word]) => word ?? '')
}

test('functions name the schema of every table, sequence and function they use', async () => {
  const own = await db.many<{ name: string }>(sql`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'v', 'S', 'p')
    union
    select proname from pg_proc where pronamespace = 'public'::regnamespace`)
  const names = new Set(own.map(({ name }) => name))
  const functions = await db.many<{ name: string; body: string }>(sql`
    select p.proname as name, p.prosrc as body
    from pg_proc p join pg_language l on l.oid = p.prolang
    where p.pronamespace = 'public'::regnamespace and l.lanname in ('sql', 'plpgsql')
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    order by 1`)
  expect(functions.length).toBeGreaterThan(5)
  expect(
    functions.flatMap(({ name, body }) => namesWithoutSchema(body, names).map((word) => `${name}: ${word}`)),
  ).toEqual([])
})

test('a name without its schema is found, in code and in nextval, but not in comments and texts', () => {
  const names = new Set(['fold', 'orders', 'order_ids'])
  expect(namesWithoutSchema("select fold(a) || nextval('order_ids') from orders", names)).toEqual([
    'fold',
    'order_ids',
    'orders',
  ])
  const right = "-- reads orders\nselect public.fold('orders') || nextval('public.order_ids') from public.orders"
  expect(namesWithoutSchema(right, names)).toEqual([])
})
