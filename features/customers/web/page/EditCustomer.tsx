import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Refusal, Refused } from '#kernel/refusal.ts'
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
import {
  changedFields,
  changeSchema,
  changesWithout,
  type CustomerField,
  type CustomerValues,
  lacksStreet,
  type StoredCustomer,
  valuesOf,
} from '../form/customer-form.ts'
import { tellVatDoubts } from '../form/vat-doubts.tsx'

type EditCustomerProps = {
  customer: StoredCustomer
  onCancel: () => void
  /** Receives a function that reports whether there are unsaved changes. */
  watchUnsaved: (isUnsaved: () => boolean) => void
}

/** The form to edit a customer. It sends only changed fields, and shows a change by another person in the meantime. */
export function EditCustomer({ customer, onCancel, watchUnsaved }: EditCustomerProps) {
  const { t } = useTranslation('customers')
  const go = useGo()
  const { form, base, changes, clash, setClash, keepMine, takeTheirs } = useEditedCustomer(customer)
  const change = useRun(changeCustomer, { invalidates: ['customers', `customers:${customer.id}`] })

  useEffect(() => watchUnsaved(() => form.isDirty()), [watchUnsaved, form])

  const { name } = form.getValues()
  const reason = name === valuesOf(base).name ? null : whyNotName(name)
  return (
    <RecordForm
      form={form}
      saveLabel={t('action.save')}
      closed={reason ? refusalText(reason) : null}
      onCancel={onCancel}
      onSave={async (values) => {
        const written = await change
          .mutateAsync({ id: base.id, version: base.version, changes: changes(values) })
          .catch(async (error: unknown) => {
            if (!(error instanceof Refused && error.refusal.kind === 'conflict')) throw error
            setClash(await findClash(base.id, error.refusal))
            return null
          })
        if (written === null) return false
        go('/customers')
        say.done(t('said.saved', { name: values.name.trim() }))
        tellVatDoubts(written)
        return true
      }}
    >
      {clash ? (
        <CustomerClash
          clash={clash}
          base={base}
          mine={changes(form.getValues())}
          keepMine={(except) => keepMine(clash.theirs, except)}
          takeTheirs={() => takeTheirs(clash.theirs)}
        />
      ) : null}
      <CustomerFields form={form} customerId={base.id} />
    </RecordForm>
  )
}

/** Reads what another person has saved in the meantime. The refusal says who it was and when. */
async function findClash(id: number, { details = {} }: Refusal): Promise<Clash> {
  const { customer: theirs } = await askQuery(customerDetail, { id })
  const { userName = '', at = '' } = details as { userName?: string; at?: string }
  return { theirs, userName, at }
}

/**
 * The form, and the record on which the person based the changes. The record stays when live updates refresh the
 * customer. After a clash both ways to continue replace it by the record that the other person saved.
 */
function useEditedCustomer(customer: StoredCustomer) {
  const { t } = useTranslation('customers')
  const [base, setBase] = useState(customer)
  const [clash, setClash] = useState<Clash | null>(null)
  const before = useRef(valuesOf(base))
  const changes = (values: CustomerValues) => changedFields(before.current, values)
  const form = useRecordForm({
    initialValues: before.current,
    schema: changeSchema,
    toInput: changes,
    alsoWrong: (values) => (lacksStreet(values) ? { 'newAddress.address': t('why.no-address') } : {}),
  })

  const takeAsBase = (next: StoredCustomer) => {
    before.current = valuesOf(next)
    setBase(next)
    setClash(null)
  }
  /**
   * This person's changes stay in the form, except those in the named fields. All other fields take the values that the
   * other person saved.
   */
  const keepMine = (theirs: StoredCustomer, except: readonly CustomerField[]) => {
    const mine = changesWithout(changes(form.getValues()), except)
    takeAsBase(theirs)
    form.setValues({ ...valuesOf(theirs), ...mine })
    form.resetDirty(valuesOf(theirs))
  }
  const takeTheirs = (theirs: StoredCustomer) => {
    takeAsBase(theirs)
    form.setValues(valuesOf(theirs))
    form.resetDirty(valuesOf(theirs))
    form.clearErrors()
  }
  return { form, base, changes, clash, setClash, keepMine, takeTheirs }
}
