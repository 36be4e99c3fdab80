import { useTranslation } from 'react-i18next'
import { useGo } from '#web/navigation.tsx'
import { useRun } from '#web/query.ts'
import { RecordForm, useRecordForm } from '#web/ui/form/form.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { say } from '#web/ui/say.tsx'
import { createSalesperson } from '../domain/contract.ts'
import { inputOf, isNamed, SalespersonFields, type SalespersonValues } from './SalespersonFields.tsx'

const EMPTY: SalespersonValues = { name: '', surname: '', firstDiscount: null, normalDiscount: null }

/** Creates a salesperson, and then opens the start page (C-57). */
export default function CreateSalespersonPage() {
  const { t } = useTranslation('salespersons')
  const go = useGo()
  const form = useRecordForm({ initialValues: EMPTY, schema: createSalesperson.input, toInput: inputOf })
  const run = useRun(createSalesperson, { filling: true })
  const save = async (values: SalespersonValues) => {
    await run.mutateAsync(inputOf(values))
    say.done(t('created', { name: `${values.name.trim()} ${values.surname.trim()}` }))
    go('/')
  }
  return (
    <>
      <PageHeader title={t('title.create')} back={{ to: '/salespersons', label: t('title.list') }} />
      <Panel>
        <RecordForm
          form={form}
          onSave={save}
          saveLabel={t('action.create')}
          closed={isNamed(form.values) ? null : t('refusal.no-name')}
        >
          <SalespersonFields form={form} />
        </RecordForm>
      </Panel>
    </>
  )
}
