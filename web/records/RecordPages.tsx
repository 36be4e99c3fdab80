/** The pages of a declared record: its list, a new record, and one record. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { inForm, whyIncomplete } from '#kernel/records/fields.ts'
import type { RecordWithPages } from '#kernel/records/record.ts'
import { refusal, Refused } from '#kernel/refusal.ts'
import { useGo } from '#web/navigation.tsx'
import { usePageParts } from '#web/page-parts.ts'
import { NoRecordPage } from '#web/pages/NotFoundPage.tsx'
import { useAsk, useRun } from '#web/query.ts'
import { useAddressId } from '#web/router/address-id.ts'
import { useMay } from '#web/session.ts'
import { RecordForm, useRecordForm } from '#web/ui/form/form.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { refusalText } from '#web/ui/problems.ts'
import { say } from '#web/ui/say.tsx'
import { Loading, QuotedAlert } from '#web/ui/states.tsx'
import { RecordFields, type RecordValues } from './inputs.tsx'
import { ListPage } from './ListPage.tsx'
import { actionOf, panelOf } from './record-parts.ts'

type OfRecord = { record: RecordWithPages }
/** A record as its page gets it. */
type Stored = RecordValues & { readonly id: number; readonly version: number }

/** Returns what a command takes. A figure that is left empty has its usual value. */
const inputOf = ({ fields }: RecordWithPages, values: RecordValues): RecordValues =>
  Object.fromEntries(Object.entries(inForm(fields)).map(([name, { usual }]) => [name, values[name] ?? usual]))

/** Returns in words why the form cannot be sent; null if it can. */
function closedBy({ fields }: RecordWithPages, values: RecordValues): string | null {
  const why = whyIncomplete(inForm(fields), values)
  return why && refusalText(why)
}

/** Lists all records. A row opens the record. */
export function RecordListPage({ record: { list, pages, rights } }: OfRecord) {
  return <ListPage declared={list} create={{ page: pages.create, right: rights.write }} />
}

/** Creates a record, and then opens the start page (C-57). */
export function CreateRecordPage({ record }: OfRecord) {
  const { create, feature, fields, pages } = record
  const { t: word } = useTranslation(feature)
  const go = useGo()
  const form = useRecordForm<RecordValues>({
    // a figure that nobody has typed is empty and not 0
    initialValues: Object.fromEntries(
      Object.entries(inForm(fields)).map(([field, { usual }]) => [field, typeof usual === 'number' ? null : usual]),
    ),
    schema: create.input,
    toInput: (values) => inputOf(record, values),
  })
  const run = useRun(create, { filling: true })
  const save = async (values: RecordValues) => {
    const input = inputOf(record, values)
    await run.mutateAsync(input)
    say.done(word('created', { name: record.title(input).trim() }))
    go('/')
  }
  return (
    <>
      <PageHeader title={word('title.create')} back={{ to: pages.list, label: word('title.list') }} />
      <Panel>
        <RecordForm form={form} onSave={save} saveLabel={word('action.create')} closed={closedBy(record, form.values)}>
          <RecordFields record={record} form={form} />
        </RecordForm>
      </Panel>
    </>
  )
}

/** Shows and changes one record. Failures stand in a red alert with the Greek text of the ruling (C-53). */
export function RecordPage({ record }: OfRecord) {
  const { detail, feature, one, pages, refusals } = record
  const { t: word } = useTranslation(feature)
  const { given, id } = useAddressId()
  const actions = usePageParts(actionOf(record))
  const panels = usePageParts(panelOf(record))
  // asked once for each opening, so that nothing typed is replaced
  const answer = useAsk(detail, { id: id ?? 0 }, { enabled: id !== null, afresh: true })
  const stored = (answer.data as Readonly<Record<string, Stored>> | undefined)?.[one]
  const list = { to: pages.list, label: word('title.list') }
  if (id === null)
    return <NoRecordPage missing={refusal('missing', refusals.missing, { [`${one}Id`]: given })} list={list} />
  const error = answer.error
  const isMissing = error instanceof Refused && error.refusal.kind === 'missing'
  return (
    <>
      <PageHeader
        title={stored ? record.title(stored) : word('title.detail')}
        back={list}
        secondary={stored ? actions.map(({ key, Part }) => <Part key={key} id={id} />) : null}
      />
      {error ? (
        <QuotedAlert
          title={word(isMissing ? 'alert.missing' : 'alert.load')}
          error={error}
          retry={() => void answer.refetch()}
        />
      ) : stored ? (
        <>
          <Panel>
            <StoredRecordForm record={record} stored={stored} />
          </Panel>
          {panels.map(({ key, Part }) => (
            <Part key={key} id={id} />
          ))}
        </>
      ) : (
        <Loading rows={4} />
      )}
    </>
  )
}

function StoredRecordForm({ record, stored }: OfRecord & { stored: Stored }) {
  const { change, feature, pages, rights } = record
  const { t: word } = useTranslation(feature)
  const go = useGo()
  const mayWrite = useMay(rights.write)
  const [failure, setFailure] = useState<Error | null>(null)
  const { id, version, ...initialValues } = stored
  const toInput = (values: RecordValues) => ({ id, version, ...inputOf(record, values) })
  const form = useRecordForm<RecordValues>({ initialValues, schema: change.input, toInput })
  const run = useRun(change, { onError: setFailure })
  const save = async (values: RecordValues) => {
    setFailure(null)
    try {
      await run.mutateAsync(toInput(values))
    } catch {
      // the alert above the form shows it
      return false
    }
    go(pages.list)
    return true
  }
  if (!mayWrite) return <RecordFields record={record} form={form} readOnly />
  return (
    <>
      {failure ? (
        <QuotedAlert title={word('alert.save')} error={failure} retry={() => void save(form.values)} mb="md" />
      ) : null}
      <RecordForm form={form} onSave={save} saveLabel={word('action.save')} closed={closedBy(record, form.values)}>
        <RecordFields record={record} form={form} />
      </RecordForm>
    </>
  )
}
