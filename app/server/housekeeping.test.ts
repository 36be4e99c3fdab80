/** Tests that the nightly job deletes the old records of every kind, and no record that is younger or still needed. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { raw, type Sql, sql } from '#server/db/database.ts'
import { retentions } from '#app/server/features.ts'
import { forgetOld, readRetentionDays, type Retention } from '#server/jobs/retention.ts'
import { openTestCompany, type TestCompany } from '#testing/company.ts'

let company: TestCompany
beforeAll(async () => {
  company = await openTestCompany()
})
afterAll(() => company?.close())
beforeEach(() => company.db.run(sql`delete from settings where name = 'retention'`))

/** Rows of one kind. A row whose name begins with "old" is to be deleted, every other is to stay. */
type Scenario = { readonly write: () => Promise<unknown>; readonly kept: Sql; readonly expected: readonly string[] }

const ago = (days: number): Sql => sql`now() - make_interval(days => ${days})`
const write = (statement: Sql) => () => company.db.run(statement)

/** Writes a mail with an attachment and two recipients. */
async function mail(subject: string, days: number, status: string, orderId: number): Promise<void> {
  const { id } = await company.db.one<{ id: number }>(sql`
    insert into mails (entity, entity_id, message_id, to_address, subject, body, attachment_name, attachment, status,
      user_name, created_at)
    values ('orders', ${orderId}, ${`<${subject}@kerino.test>`}, 'a@kerino.test', ${subject}, '', 'α.pdf', '\\x25', ${status},
      'Μαρία', ${ago(days)}) returning id`)
  await company.db.run(sql`
    insert into mail_recipients (mail_id, line_no, address, status)
    values (${id}, 1, 'a@kerino.test', ${status}), (${id}, 2, 'b@kerino.test', ${status})`)
}

const mails = (kind: string, days: number) => async () => {
  const [ended, open] = [await company.order('SHIPPED'), await company.order('PACKAGED')]
  await mail(`old sent ${kind}`, days + 1, 'SENT', ended)
  await mail(`old failed ${kind}`, days + 1, 'FAILED', ended)
  await mail(`waiting ${kind}`, days + 1, 'WAITING', ended)
  await mail(`of an open order ${kind}`, days + 1, 'SENT', open)
  await mail(`young ${kind}`, days - 1, 'SENT', ended)
}
const keptMails = (kind: string): readonly string[] =>
  ['waiting', 'of an open order', 'young'].map((name) => `${name} ${kind}`)

const session = (name: string, ended: number | null, expired: number, family: string | null = null): Sql => sql`
  insert into sessions (user_id, token_hash, ended_at, expires_at, family_id)
  values (${company.userIds.admin}, ${name}, ${ended === null ? null : ago(ended)}, ${ago(expired)},
    (select id from sessions where token_hash = ${family}))`

async function sessions(): Promise<void> {
  const { db } = company
  await db.run(session('old first of a chain', 181, 181))
  await db.run(session('old second of a chain', 181, 181, 'old first of a chain'))
  await db.run(session('old expired', null, 181))
  await db.run(session('first of an open chain', 181, 181))
  await db.run(session('open second of a chain', null, -1, 'first of an open chain'))
  await db.run(session('ended lately', 179, 179))
  await db.run(session('open', null, -1))
}

async function files(): Promise<void> {
  const file = (name: string, hours: number, note: number | null): Sql => sql`
    insert into files (note_id, name, media_type, byte_count, content, created_at)
    values (${note}, ${name}, 'image/png', 1, '\\x25', now() - make_interval(hours => ${hours}))`
  const { id } = await company.db.one<{ id: number }>(sql`
    insert into notes (entity, entity_id, user_name) values ('orders', 1, 'Μαρία') returning id`)
  await company.db.run(file('old unnamed', 25, null))
  await company.db.run(file('young unnamed', 23, null))
  await company.db.run(file('of a note', 10_000, id))
}

async function photos(): Promise<void> {
  const names = ['old unused', 'young unused', 'used again', 'of a product']
  const keyOf = (place: number) => `images/170000000000${place}-${'0'.repeat(32)}.jpg`
  for (const [place, name] of names.entries()) {
    const since = place === 3 ? sql`null` : ago(place === 1 ? 29 : 31)
    await company.db.run(sql`
      insert into photos (key, width, height, caption, in_store, user_name, created_at, unused_since)
      values (${keyOf(place)}, 1, 1, ${name}, false, 'Μαρία', ${ago(400)}, ${since})`)
    await company.db.run(sql`insert into photo_contents values (${keyOf(place)}, 'small', '\\x25')`)
  }
  await company.db.run(sql`
    insert into products (name, photos) values ('Κερί', jsonb_build_array(${keyOf(2)}::text, ${keyOf(3)}::text))`)
}

const SCENARIOS: Readonly<Record<string, () => Scenario>> = {
  'finished-jobs': () => ({
    write: write(sql`
      insert into jobs (kind, payload, created_at, finished_at, gave_up_at) values
        ('old', '{}', ${ago(15)}, ${ago(15)}, null), ('young', '{}', ${ago(15)}, ${ago(13)}, null),
        ('waiting', '{}', ${ago(400)}, null, null), ('abandoned', '{}', ${ago(15)}, ${ago(15)}, ${ago(15)})`),
    kept: sql`select kind as name from jobs where kind !~ '[.]' order by id`,
    expected: ['young', 'waiting', 'abandoned'],
  }),
  'abandoned-jobs': () => ({
    write: write(sql`
      insert into jobs (kind, payload, finished_at, gave_up_at) values
        ('old.abandoned', '{}', ${ago(91)}, ${ago(91)}), ('young.abandoned', '{}', ${ago(89)}, ${ago(89)}),
        ('done.abandoned', '{}', ${ago(91)}, null)`),
    kept: sql`select kind as name from jobs where kind like '%.abandoned' order by id`,
    expected: ['young.abandoned', 'done.abandoned'],
  }),
  changes: () => ({
    write: () =>
      company.db.script(`
        select list_changes(); delete from listed_changes;
        insert into listed_changes (kind, record_id, noted_at) values
          ('old', 1, now() - interval '31 days'), ('young', 2, now() - interval '29 days')`),
    kept: sql`select kind as name from listed_changes order by id`,
    expected: ['young'],
  }),
  'idempotency-answers': () => ({
    write: write(sql`
      insert into idempotency_keys (owner, key, fingerprint, answer, created_at)
      select 7, gen_random_uuid(), gen_random_uuid(), name, at
      from (values ('old', ${ago(15)}), ('young', ${ago(13)})) t (name, at)`),
    kept: sql`select answer as name from idempotency_keys where owner = 7 and answer is not null`,
    expected: ['young'],
  }),
  'idempotency-keys': () => ({
    write: write(sql`
      insert into idempotency_keys (owner, key, fingerprint, answer, created_at)
      select 8, gen_random_uuid(), gen_random_uuid(), name, at
      from (values ('old', ${ago(91)}), ('young', ${ago(89)})) t (name, at)`),
    kept: sql`select answer as name from idempotency_keys where owner = 8`,
    expected: ['young'],
  }),
  'refresh-tokens': () => ({
    write: write(sql`
      insert into refresh_tokens (session_id, token_hash, expires_at)
      select s.id, name, expired from (select min(id) as id from sessions) s, (values ('old', ${ago(8)}),
        ('expired lately', ${ago(6)}), ('good', now() + interval '1 day')) t (name, expired)`),
    kept: sql`select token_hash as name from refresh_tokens order by expires_at`,
    expected: ['expired lately', 'good'],
  }),
  sessions: () => ({
    write: sessions,
    kept: sql`select token_hash as name from sessions where token_hash like '% %' or token_hash = 'open' order by id`,
    expected: ['first of an open chain', 'open second of a chain', 'ended lately', 'open'],
  }),
  'sign-in-attempts': () => ({
    write: write(sql`
      insert into sign_in_attempts (email, address, at) values
        ('old', 'a', now() - interval '25 hours'), ('young', 'a', now() - interval '23 hours')`),
    kept: sql`select email as name from sign_in_attempts where address = 'a' order by id`,
    expected: ['young'],
  }),
  'public-requests': () => ({
    write: write(sql`
      insert into public_requests (kind, email, address, at) values
        ('PASSWORD', 'old', 'a', now() - interval '25 hours'), ('ACCOUNT', 'young', 'a', now() - interval '23 hours')`),
    kept: sql`select email as name from public_requests where address = 'a' order by id`,
    expected: ['young'],
  }),
  'security-events': () => ({
    write: write(sql`
      insert into security_events (kind, minute, at, last_at, user_name, what) values
        ('REFUSAL', now(), ${ago(366)}, ${ago(366)}, 'Π', 'old'), ('SIGN-IN', now(), ${ago(364)}, ${ago(364)}, 'Π', 'young')`),
    kept: sql`select what as name from security_events where user_name = 'Π' order by id`,
    expected: ['young'],
  }),
  'account-links': () => ({
    write: write(sql`
      insert into account_links (user_id, purpose, token_hash, expires_at, used_at)
      select ${company.userIds.admin}, 'RESET', name, expires, used
      from (values ('old', ${ago(8)}, null), ('old and used', now() + interval '1 day', ${ago(8)}),
        ('expired lately', ${ago(6)}, null), ('open', now() + interval '1 day', null)) t (name, expires, used)`),
    kept: sql`select token_hash as name from account_links order by id`,
    expected: ['expired lately', 'open'],
  }),
  'unused-photos': () => ({
    write: photos,
    kept: sql`select caption as name from photos order by key`,
    expected: ['young unused', 'used again', 'of a product'],
  }),
  'stock-checks': () => ({
    write: async () => {
      await company.db.run(sql`
        insert into stock_checks (asked_at, asked_name, started_at, ended_at, failed, differing, differences, zero_since)
        select at, name, at, at, failed, 0, 0, case when failed then null else at end from (values ('old', ${ago(403)}, false),
          ('old and failed', ${ago(402)}, true), ('last, however old', ${ago(401)}, false),
          ('failed lately', ${ago(399)}, true)) t (name, at, failed)`)
      await company.db.run(sql`insert into stock_checks (asked_at, asked_name) values (${ago(500)}, 'open')`)
      await company.db.run(sql`
        insert into stock_check_differences (check_id, product_id, kind, right_e4, stored_e4, since)
        select c.id, p.id, 'LEDGER', 1, 2, c.asked_at from stock_checks c, (select min(id) as id from products) p`)
    },
    // the differences of an old check go with it
    kept: sql`
      select asked_name as name from stock_checks c join stock_check_differences d on d.check_id = c.id order by c.id`,
    expected: ['last, however old', 'failed lately', 'open'],
  }),
  'document-comparisons': () => ({
    write: write(sql`
      insert into document_comparisons (from_day, to_day, compared_at, compared_by, failure)
      select '2025-01-01', day::date, at, name, 'cut' from (values ('2025-01-01', ${ago(401)}, 'old'),
        ('2025-01-02', ${ago(399)}, 'young')) t (day, at, name)`),
    kept: sql`select compared_by as name from document_comparisons order by id`,
    expected: ['young'],
  }),
  'webhook-deliveries': () => ({
    write: async () => {
      await company.db.run(
        sql`insert into webhooks (name, url, events, sealed_secret) values ('n', 'https://n.example', '{}', 'v1.s')`,
      )
      await company.db.run(sql`
        insert into webhook_deliveries (webhook_id, event_id, event, body, created_at)
        select (select max(id) from webhooks), gen_random_uuid(), name, '', at
        from (values ('old', ${ago(31)}), ('young', ${ago(29)})) t (name, at)`)
    },
    kept: sql`select event as name from webhook_deliveries`,
    expected: ['young'],
  }),
  'known-devices': () => ({
    write: write(sql`
      insert into known_devices (user_id, token_hash, last_used_at) values
        (${company.userIds.admin}, 'old', ${ago(366)}), (${company.userIds.admin}, 'young', ${ago(364)})`),
    kept: sql`select token_hash as name from known_devices where token_hash in ('old', 'young')`,
    expected: ['young'],
  }),
  'registry-answers': () => ({
    write: write(sql`
      insert into registry_answers (vat, answer, asked_at) values ('old', '{}', ${ago(91)}), ('young', '{}', ${ago(89)})`),
    kept: sql`select vat as name from registry_answers`,
    expected: ['young'],
  }),
  'vies-answers': () => ({
    write: write(sql`
      insert into vies_answers (country, vat, valid, name, address, request_id, asked_at) values
        ('DE', 'old', true, '', '', '', ${ago(401)}), ('DE', 'young', true, '', '', '', ${ago(399)})`),
    kept: sql`select vat as name from vies_answers`,
    expected: ['young'],
  }),
  'place-answers': () => ({
    write: write(sql`
      insert into place_answers (question, answer, asked_at) values ('old', '[]', ${ago(31)}), ('young', '[]', ${ago(29)})`),
    kept: sql`select question as name from place_answers`,
    expected: ['young'],
  }),
  'mail-attachments': () => ({
    write: mails('attachment', 730),
    kept: sql`select subject as name from mails where subject like '% attachment' and attachment is not null order by id`,
    expected: keptMails('attachment'),
  }),
  mails: () => ({
    write: mails('mail', 2_192),
    kept: sql`select subject as name from mails where subject like '% mail' order by id`,
    expected: keptMails('mail'),
  }),
  'read-messages': () => ({
    write: write(sql`
      insert into messages (user_id, kind, entity, entity_id, source_id, from_name, text, created_at, read_at, withdrawn)
      select ${company.userIds.admin}, 'notes.mention', 'orders', 1, 1, 'Μαρία', m.text, m.at, m.read, m.withdrawn
      from (values ('old read', ${ago(31)}, ${ago(31)}, false), ('old withdrawn', ${ago(31)}, null, true),
        ('young read', ${ago(29)}, ${ago(29)}, false), ('unread', ${ago(99)}, null, false)) as m (text, at, read, withdrawn)`),
    kept: sql`select text as name from messages order by id`,
    expected: ['young read', 'unread'],
  }),
  'unread-messages': () => ({
    write: write(sql`
      insert into messages (user_id, kind, entity, entity_id, source_id, from_name, text, created_at)
      select ${company.userIds.admin}, 'notes.mention', 'orders', 1, 1, 'Μαρία', m.text, m.at
      from (values ('old never read', ${ago(366)}), ('young never read', ${ago(364)})) as m (text, at)`),
    kept: sql`select text as name from messages where text like '% never read' order by id`,
    expected: ['young never read'],
  }),
  'merged-references': () => ({
    write: write(sql`
      with merged as (
        insert into merges (entity, kept_id, merged_id, kept_name, merged_name, user_name, created_at)
        values ('customers', 1, 2, 'Κ', 'old', 'Μαρία', ${ago(31)}), ('customers', 1, 3, 'Κ', 'young', 'Μαρία', ${ago(29)})
        returning id, merged_name)
      insert into merged_references (merge_id, name, ids) select id, merged_name, '{7}' from merged`),
    kept: sql`select name from merged_references order by merge_id`,
    expected: ['young'],
  }),
  imports: () => ({
    write: write(sql`
      with old as (
        insert into imports (target, name, form, headings, line_count, user_name, created_at)
        select 'customers', name, 'csv', '[]', 1, 'Νίκος', at
        from (values ('old', ${ago(91)}), ('young', ${ago(89)})) t (name, at) returning id)
      insert into import_lines (import_id, line, cells) select id, 1, '[]' from old`),
    kept: sql`select i.name from imports i join import_lines l on l.import_id = i.id order by i.id`,
    expected: ['young'],
  }),
  'purchase-files': () => ({
    write: () =>
      company.db.run(sql`
        insert into purchase_files (hash, name, form, byte_count, content, user_name, created_at)
        select repeat(digit, 64), name, 'csv', 1, 'x', 'Νίκος', at
        from (values ('1', 'old', ${ago(31)}), ('2', 'young', ${ago(29)})) t (digit, name, at)`),
    kept: sql`select name from purchase_files order by id`,
    expected: ['young'],
  }),
  'unnamed-files': () => ({
    write: files,
    kept: sql`select name from files order by id`,
    expected: ['young unnamed', 'of a note'],
  }),
}

const kindOf = (name: string): Retention => retentions.find((kind) => kind.name === name) as Retention

/** How many rows each table has. */
async function counts(): Promise<Record<string, number>> {
  const found: Record<string, number> = {}
  for (const { table } of await company.db.many<{ table: string }>(sql`
    select relname as table from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`))
    found[table] = (await company.db.one<{ n: number }>(sql`select count(*)::int as n from ${raw(table)}`)).n
  return found
}

/** Tables in which a kind deletes rows. Of mails with attachments, and of keys with answers, the rows stay. */
const TABLES: Readonly<Record<string, readonly string[]>> = {
  changes: ['listed_changes'],
  'stock-checks': ['stock_check_differences', 'stock_checks'],
  'finished-jobs': ['jobs'],
  'abandoned-jobs': ['jobs'],
  'mail-attachments': [],
  'idempotency-answers': [],
  mails: ['mails', 'mail_recipients'],
  'read-messages': ['messages'],
  'unread-messages': ['messages'],
  imports: ['import_lines', 'imports'],
  'purchase-files': ['purchase_files'],
  'unnamed-files': ['files'],
  'unused-photos': ['photos', 'photo_contents'],
}

describe('old records are deleted, the others stay, and a second night deletes nothing', () => {
  test('every kind has a scenario', () => {
    expect(Object.keys(SCENARIOS).sort()).toEqual(retentions.map(({ name }) => name).sort())
  })

  test.each(Object.keys(SCENARIOS))('%s', async (name) => {
    const { write, kept, expected } = (SCENARIOS[name] as () => Scenario)()
    const names = async () => (await company.db.many<{ name: string }>(kept)).map((row) => row.name)
    await write()
    expect((await names()).some((row) => row.startsWith('old'))).toBe(true)
    const before = await counts()
    await forgetOld(company.db, [kindOf(name)])
    expect(await names()).toEqual(expected)
    const after = await counts()
    const changed = Object.keys(before).filter((table) => before[table] !== after[table])
    expect(changed.sort()).toEqual([...(TABLES[name] ?? [name.replaceAll('-', '_')])].sort())
    expect(await kindOf(name).forget(company.db, kindOf(name).days, 500)).toBe(0)
    expect(await counts()).toEqual(after)
  })

  test('the whole night leaves orders, payments, movements, documents and every history as they are', async () => {
    await company.order('SHIPPED')
    const everything = async () => {
      const tables = [
        'orders',
        'order_lines',
        'payments',
        'loans',
        'stock_movements',
        'accounting_documents',
        'history',
      ]
      return Promise.all(tables.map((table) => company.db.many(sql`select * from ${raw(table)} order by 1`)))
    }
    await company.db.script(`
      update orders set created_at = created_at - interval '30 years', updated_at = updated_at - interval '30 years';
      update payments set created_at = created_at - interval '30 years';
      update loans set created_at = created_at - interval '30 years';
      update stock_movements set at = at - interval '30 years';
      update history set at = at - interval '30 years'`)
    const before = await everything()
    await forgetOld(company.db, retentions)
    expect(await everything()).toEqual(before)
    expect(before.flat().length).toBeGreaterThan(20)
  })
})

describe('the days of a kind', () => {
  const set = (value: object) =>
    company.db.run(sql`insert into settings (name, value) values ('retention', ${JSON.stringify(value)}::jsonb)`)
  const days = async (name: string) => (await readRetentionDays(company.db, retentions))[name]

  test('come from the setting if it names enough whole days', async () => {
    await set({ mails: 1_000, sessions: 90, 'finished-jobs': 2.5, 'registry-answers': '200' })
    expect(await Promise.all(['mails', 'sessions', 'finished-jobs', 'registry-answers'].map(days))).toEqual([
      1_000, 180, 14, 90,
    ])
  })

  test('that the setting names decide what is deleted', async () => {
    await set({ 'finished-jobs': 20 })
    await company.db.run(sql`
      insert into jobs (kind, payload, finished_at) values ('old.set', '{}', ${ago(21)}), ('young.set', '{}', ${ago(19)})`)
    await forgetOld(company.db, retentions)
    expect(await company.db.many(sql`select kind from jobs where kind like '%.set'`)).toEqual([{ kind: 'young.set' }])
  })
})

describe('a night', () => {
  beforeEach(() => company.db.run(sql`delete from jobs`))

  const oldJobs = (kind: string, count: number) =>
    company.db.run(sql`
      insert into jobs (kind, payload, finished_at) select ${kind}, '{}', ${ago(15)} from generate_series(1, ${count}::int)`)
  const left = async (kind: string) =>
    (await company.db.one<{ n: number }>(sql`select count(*)::int as n from jobs where kind = ${kind}`)).n

  test('deletes in small parts until nothing is left', async () => {
    await oldJobs('many', 1_201)
    const parts: number[] = []
    const watched: Retention = {
      ...kindOf('finished-jobs'),
      forget: async (rows, ...more) => {
        const deleted = await kindOf('finished-jobs').forget(rows, ...more)
        parts.push(deleted)
        return deleted
      },
    }
    await forgetOld(company.db, [watched])
    expect({ parts, left: await left('many') }).toEqual({ parts: [500, 500, 201, 0], left: 0 })
  })

  test('deletes no more than its kind allows, and the next night deletes the rest', async () => {
    await oldJobs('slowly', 700)
    const slowly = { ...kindOf('finished-jobs'), mostANight: 600 }
    await forgetOld(company.db, [slowly])
    expect(await left('slowly')).toBe(100)
    await forgetOld(company.db, [slowly])
    expect(await left('slowly')).toBe(0)
  })

  test('goes on with the other kinds when one fails, and its job fails so that it runs again', async () => {
    await oldJobs('after a failure', 1)
    const broken = { ...kindOf('mails'), forget: () => Promise.reject(new Error('disk')) }
    await expect(forgetOld(company.db, [broken, kindOf('finished-jobs')])).rejects.toThrow('disk')
    expect(await left('after a failure')).toBe(0)
  })

  test('that runs in two processes at once deletes each record once', async () => {
    await oldJobs('twice', 2_000)
    await Promise.all([forgetOld(company.db, retentions), forgetOld(company.db, retentions)])
    expect(await left('twice')).toBe(0)
  })

  test('does not wait for locked records, and the next night deletes them', async (context) => {
    // an embedded database has one connection, so no other transaction can lock a row
    if (company.db.engine === 'pglite') context.skip()
    await oldJobs('held', 3)
    let release = () => {}
    const released = new Promise<void>((resolve) => (release = resolve))
    let held = () => {}
    const holding = new Promise<void>((resolve) => (held = resolve))
    const holder = company.db.transaction('locking', async (tx) => {
      await tx.many(sql`select id from jobs where kind = 'held' order by id limit 1 for update`)
      held()
      await released
    })
    await holding
    await forgetOld(company.db, retentions)
    expect(await left('held')).toBe(1)
    release()
    await holder
    await forgetOld(company.db, retentions)
    expect(await left('held')).toBe(0)
  })
})
