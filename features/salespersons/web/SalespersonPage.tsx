import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OutputOf } from '#kernel/contract.ts'
import { refusal, Refused } from '#kernel/refusal.ts'
import { useGo } from '#web/navigation.tsx'
import { useAsk, useRun } from '#web/query.ts'
import { useAddressId } from '#web/router/address-id.ts'
import { usePageParts } from '#web/page-parts.ts'
import { useMay } from '#web/session.ts'
import { RecordForm, useRecordForm } from '#web/ui/form/form.tsx'
import { NoRecordPage } from '#web/pages/NotFoundPage.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { Loading, QuotedAlert } from '#web/ui/states.tsx'
import { changeSalesperson, salespersonDetail } from '../domain/contract.ts'
import { salespersonsRights } from '../domain/rights.ts'
import { salespersonName } from '../domain/salesperson.ts'
import { SALESPERSON_ACTION, SALESPERSON_PANEL } from './salesperson-parts.ts'
import { inputOf, isNamed, SalespersonFields, type SalespersonValues } from './SalespersonFields.tsx'

type Salesperson = OutputOf<typeof salespersonDetail>['salesperson']

/** Shows and changes one salesperson. Failures stand in a red alert with the Greek text of the ruling (C-53). */
export default function SalespersonPage() {
  const { t } = useTranslation('salespersons')
  const { given, id } = useAddressId()
  const actions = usePageParts(SALESPERSON_ACTION)
  const panels = usePageParts(SALESPERSON_PANEL)
  // asked once for each opening, so that nothing typed is replaced
  const answer = useAsk(salespersonDetail, { id: id ?? 0 }, { enabled: id !== null, afresh: true })
  const salesperson = answer.data?.salesperson
  if (id === null)
    return (
      <NoRecordPage
        missing={refusal('missing', 'salespersons.missing', { salespersonId: given })}
        list={{ to: '/salespersons', label: t('title.list') }}
      />
    )
  const error = answer.error
  const isMissing = error instanceof Refused && error.refusal.kind === 'missing'
  return (
    <>
      <PageHeader
        title={salesperson ? salespersonName(salesperson) : t('title.detail')}
        back={{ to: '/salespersons', label: t('title.list') }}
        secondary={salesperson ? actions.map(({ key, Part }) => <Part key={key} id={id} />) : null}
      />
      {error ? (
        <QuotedAlert
          title={t(isMissing ? 'alert.missing' : 'alert.load')}
          lang="el"
          error={error}
          retry={() => void answer.refetch()}
        />
      ) : salesperson ? (
        <>
          <Panel>
            <Form salesperson={salesperson} />
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

function Form({ salesperson }: { salesperson: Salesperson }) {
  const { t } = useTranslation('salespersons')
  const go = useGo()
  const mayWrite = useMay(salespersonsRights.write)
  const [failure, setFailure] = useState<Error | null>(null)
  const { id, version, name, surname, firstDiscount, normalDiscount } = salesperson
  const toInput = (values: SalespersonValues) => ({ id, version, ...inputOf(values) })
  const form = useRecordForm<SalespersonValues>({
    initialValues: { name, surname, firstDiscount, normalDiscount },
    schema: changeSalesperson.input,
    toInput,
  })
  const run = useRun(changeSalesperson, { onError: setFailure })
  const save = async (values: SalespersonValues) => {
    setFailure(null)
    try {
      await run.mutateAsync(toInput(values))
    } catch {
      // the alert above the form shows it
      return false
    }
    go('/salespersons')
    return true
  }
  if (!mayWrite) return <SalespersonFields form={form} readOnly />
  return (
    <>
      {failure ? (
        <QuotedAlert title={t('alert.save')} lang="el" error={failure} retry={() => void save(form.values)} mb="md" />
      ) : null}
      <RecordForm
        form={form}
        onSave={save}
        saveLabel={t('action.save')}
        closed={isNamed(form.values) ? null : t('refusal.no-name')}
      >
        <SalespersonFields form={form} />
      </RecordForm>
    </>
  )
}
