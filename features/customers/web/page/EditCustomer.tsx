import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Refused } from '#kernel/refusal.ts'
import { askQuery } from '#web/api.ts'
import { useGo } from '#web/navigation.tsx'
import { useRun } from '#web/query.ts'
import { RecordForm, useRecordForm } from '#web/ui/form/form.tsx'
import { refusalText } from '#web/ui/problems.ts'
import { say } from '#web/ui/say.tsx'
import { changeCustomer, customerDetail } from '../../domain/contract.ts'
import { whyNotName } from '../../domain/customer.ts'
import { CustomerFields } from '../form/CustomerFields.tsx'
import { type Clash, CustomerClash } from './CustomerClash.tsx'
import { changedFields, changeSchema, lacksStreet, type StoredCustomer, valuesOf } from '../form/customer-form.ts'
import { tellVatDoubts } from '../form/vat-doubts.tsx'

export type EditCustomerProps = {
  customer: StoredCustomer
  onCancel: () => void
  /** Receives a function that reports whether there are unsaved changes. */
  watchUnsaved: (isUnsaved: () => boolean) => void
}

/** The form to edit a customer. It sends only changed fields, and shows a change by another person in the meantime. */
export function EditCustomer({ customer, onCancel, watchUnsaved }: EditCustomerProps) {
  const { t } = useTranslation('customers')
  const go = useGo()
  // The record on which the person based the changes. It stays when live updates refresh the customer.
  const [base, setBase] = useState(customer)
  const [clash, setClash] = useState<Clash | null>(null)
  const before = useRef(valuesOf(base))
  const change = useRun(changeCustomer, { invalidates: ['customers', `customers:${customer.id}`] })
  const form = useRecordForm({
    initialValues: before.current,
    schema: changeSchema,
    toInput: (values) => changedFields(before.current, values),
    alsoWrong: (values) => (lacksStreet(values) ? { 'newAddress.address': t('why.no-address') } : {}),
  })

  useEffect(() => watchUnsaved(() => form.isDirty()), [watchUnsaved, form])

  const takeAsBase = (next: StoredCustomer) => {
    before.current = valuesOf(next)
    setBase(next)
    setClash(null)
  }

  const nameChanged = form.getValues().name !== before.current.name
  const reason = nameChanged ? whyNotName(form.getValues().name) : null
  return (
    <RecordForm
      form={form}
      saveLabel={t('action.save')}
      closed={reason ? refusalText(reason) : null}
      onCancel={onCancel}
      onSave={async (values) => {
        const changes = changedFields(before.current, values)
        const written = await change
          .mutateAsync({ id: base.id, version: base.version, changes })
          .catch(async (error: unknown) => {
            if (error instanceof Refused && error.refusal.kind === 'conflict') {
              const { customer: theirs } = await askQuery(customerDetail, { id: base.id })
              const { userName = '', at = '' } = (error.refusal.details ?? {}) as { userName?: string; at?: string }
              setClash({ theirs, userName, at })
            }
            throw error
          })
        go('/customers')
        say.done(t('said.saved', { name: values.name.trim() }))
        tellVatDoubts(written)
      }}
    >
      {clash ? (
        <CustomerClash
          clash={clash}
          base={base}
          mine={changedFields(before.current, form.getValues())}
          keepMine={() => {
            // This person's changes stay in the form, and all other fields take the values that the other person saved.
            const mine = changedFields(before.current, form.getValues())
            takeAsBase(clash.theirs)
            form.setValues({ ...valuesOf(clash.theirs), ...mine })
            form.resetDirty(valuesOf(clash.theirs))
          }}
          takeTheirs={() => {
            takeAsBase(clash.theirs)
            form.setValues(valuesOf(clash.theirs))
            form.resetDirty(valuesOf(clash.theirs))
            form.clearErrors()
          }}
        />
      ) : null}
      <CustomerFields form={form} customerId={base.id} />
    </RecordForm>
  )
}
