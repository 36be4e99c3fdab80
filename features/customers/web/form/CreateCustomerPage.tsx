import { useTranslation } from 'react-i18next'
import { useGo } from '#web/navigation.tsx'
import { useRun } from '#web/query.ts'
import { RecordForm, useRecordForm } from '#web/ui/form/form.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { refusalText } from '#web/ui/problems.ts'
import { say } from '#web/ui/say.tsx'
import { createCustomer } from '../../domain/contract.ts'
import { whyNotName } from '../../domain/customer.ts'
import { CustomerFields } from './CustomerFields.tsx'
import { createSchema, lacksStreet, newCustomer, toInput } from './customer-form.ts'
import { tellVatDoubts } from './vat-doubts.tsx'

/** The page to create a customer. Saving leads to the list. */
export default function CreateCustomerPage() {
  const { t } = useTranslation('customers')
  const go = useGo()
  const create = useRun(createCustomer, { invalidates: ['customers'] })
  const form = useRecordForm({
    initialValues: newCustomer(),
    schema: createSchema,
    toInput,
    alsoWrong: (values) => (lacksStreet(values) ? { 'newAddress.address': t('why.no-address') } : {}),
  })
  const reason = whyNotName(form.getValues().name)
  return (
    <>
      <PageHeader title={t('title.create')} back={{ to: '/customers', label: t('title.list') }} />
      <RecordForm
        form={form}
        saveLabel={t('action.create')}
        closed={reason ? refusalText(reason) : null}
        onCancel={() => go('/customers')}
        onSave={async (values) => {
          const written = await create.mutateAsync(toInput(values))
          go('/customers')
          say.done(t('said.created', { name: values.name.trim() }))
          tellVatDoubts(written)
        }}
      >
        <CustomerFields form={form} />
      </RecordForm>
    </>
  )
}
