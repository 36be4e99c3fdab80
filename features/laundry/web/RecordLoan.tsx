import { Stack, Text, TextInput, UnstyledButton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { type ReactNode, type RefObject, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { recordLoan } from '#features/loans/domain/contract.ts'
import { LEAST_BY_HAND, type LoanBound } from '#features/loans/domain/loan.ts'
import { searchProducts } from '#features/products/domain/contract.ts'
import { useAsk, useRun } from '#web/query.ts'
import { QuantityInput } from '#web/ui/form/DecimalInput.tsx'
import { RecordForm, useRecordForm } from '#web/ui/form/form.tsx'
import { SearchPick } from '#web/ui/form/SearchPick.tsx'
import { say } from '#web/ui/say.tsx'
import { RefusalText } from '#web/ui/states.tsx'
import { findCustomers, findHolders, HolderOption } from './HolderPick.tsx'
import styles from './loans.module.css'

export type Named = { readonly id: number; readonly name: string }
type Values = { customer: Named | null; productId: number | null; quantity: number | null; reason: string }

type RecordLoanProps = {
  bound: LoanBound
  /** The customer that is chosen at first. */
  of?: Named
  close: () => void
}

/** The form that records a loan or a return by hand. It moves no stock. */
export default function RecordLoan({ bound, of, close }: RecordLoanProps) {
  const { t } = useTranslation('laundry')
  const run = useRun(recordLoan, { filling: true })
  const form = useRecordForm<Values>({
    initialValues: { customer: of ?? null, productId: null, quantity: null, reason: '' },
  })
  const { customer, productId } = form.getValues()
  const product = useRef<HTMLInputElement>(null)
  return (
    <RecordForm
      form={form}
      guard={false}
      saveLabel={t('record.save')}
      onCancel={close}
      onSave={async ({ reason, quantity }) => {
        await run.mutateAsync({ bound, customerId: customer?.id ?? null, productId, quantity, reason })
        close()
        say.done(t('said.recorded'))
      }}
    >
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {t('record.hint')}
        </Text>
        {customer ? <Text fw={600}>{customer.name}</Text> : null}
        <SearchPick
          label={t('ageing.customer')}
          startsHere={of === undefined}
          error={form.errors['customerId']}
          search={bound === 'INBOUND' ? findHolders : findCustomers}
          onPick={(picked: Named) => {
            form.setFieldValue('customer', { id: picked.id, name: picked.name })
            form.clearFieldError('customerId')
            product.current?.focus()
          }}
          row={(found) => <HolderOption customer={found} />}
        />
        <ProductList
          inputRef={product}
          chosen={productId}
          choose={(id) => form.setFieldValue('productId', id)}
          error={form.errors['productId']}
        />
        <QuantityInput
          label={t('ageing.quantity')}
          min={LEAST_BY_HAND}
          {...form.getInputProps('quantity')}
          value={form.getValues().quantity}
        />
        {bound === 'INBOUND' ? (
          <TextInput
            label={t('return.reason')}
            description={t('return.reason-hint')}
            maxLength={500}
            autoComplete="off"
            {...form.getInputProps('reason')}
          />
        ) : null}
      </Stack>
    </RecordForm>
  )
}

type ProductListProps = {
  inputRef: RefObject<HTMLInputElement | null>
  chosen: number | null
  choose: (id: number) => void
  error: ReactNode
}

/** The lendable products whose name or code contains the typed text, in a list of 150 px. */
function ProductList({ inputRef, chosen, choose, error }: ProductListProps) {
  const { t } = useTranslation('laundry')
  const [text, setText] = useState('')
  const [search] = useDebouncedValue(text, 120)
  const answer = useAsk(searchProducts, { search, lendable: true }, { keepPrevious: true })
  return (
    <div>
      <TextInput
        ref={inputRef}
        label={t('record.find-product')}
        maxLength={200}
        autoComplete="off"
        value={text}
        error={error}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <ul className={styles.products} aria-label={t('ageing.product')}>
        {answer.data?.rows.map(({ id, name, sku }) => (
          <li key={id}>
            <UnstyledButton className={styles.product} aria-pressed={id === chosen} onClick={() => choose(id)}>
              {name} <small>{sku}</small>
            </UnstyledButton>
          </li>
        ))}
      </ul>
      {answer.error ? <RefusalText error={answer.error} retry={() => void answer.refetch()} /> : null}
    </div>
  )
}
