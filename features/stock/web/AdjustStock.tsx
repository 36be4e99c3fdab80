import { Stack, Text, Textarea } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { type Quantity, subtractQuantity } from '#kernel/money.ts'
import { NOTHING, showQuantity } from '#web/format.ts'
import { useRun } from '#web/query.ts'
import { QuantityInput } from '#web/ui/form/DecimalInput.tsx'
import { RecordForm, useRecordForm } from '#web/ui/form/form.tsx'
import { Facts } from '#web/ui/Panel.tsx'
import { say } from '#web/ui/say.tsx'
import { QuantityText } from '#web/ui/texts.tsx'
import { adjustStock } from '../domain/contract.ts'

type AdjustValues = { newStock: number | null; reason: string }

type Counted = { productId: number; stock: number; unit: string }

/** Returns by how much the counted quantity differs from the stock, or null before it is entered. */
const differenceOf = (counted: number | null, stock: number): Quantity | null =>
  counted === null ? null : subtractQuantity(counted as Quantity, stock as Quantity)

/** The form to enter a counted quantity and the reason of the difference. */
export function AdjustStock({ productId, stock, unit, close }: Counted & { close: () => void }) {
  const { t } = useTranslation('stock')
  const toInput = ({ newStock, reason }: AdjustValues) => ({ productId, newStock: newStock as number, reason })
  const run = useRun(adjustStock, { filling: true })
  const form = useRecordForm<AdjustValues>({
    initialValues: { newStock: null, reason: '' },
    schema: adjustStock.input,
    toInput,
  })
  const { newStock, reason } = form.getValues()
  const closed =
    newStock === null
      ? t('why.no-figure')
      : differenceOf(newStock, stock) === 0
        ? t('why.same-figure')
        : reason.trim() === ''
          ? t('why.no-reason')
          : null
  return (
    <RecordForm
      form={form}
      guard={false}
      saveLabel={t('action.adjust')}
      closed={closed}
      onCancel={close}
      onSave={async (values) => {
        const written = await run.mutateAsync(toInput(values))
        close()
        say.done(t('said.adjusted', { stock: written.stock, unit }))
      }}
    >
      <CountFields form={form} stock={stock} unit={unit} />
    </RecordForm>
  )
}

type CountFieldsProps = Omit<Counted, 'productId'> & { form: UseFormReturnType<AdjustValues> }

function CountFields({ form, stock, unit }: CountFieldsProps) {
  const { t } = useTranslation('stock')
  const { newStock } = form.getValues()
  const difference = differenceOf(newStock, stock)
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        {t('adjust.hint')}
      </Text>
      <QuantityInput
        label={t('adjust.counted', { unit })}
        min={0}
        required
        data-autofocus
        {...form.getInputProps('newStock')}
        value={newStock}
      />
      <Facts
        items={[
          { label: t('adjust.now'), value: <QuantityText value={stock} unit={unit} /> },
          {
            label: t('word.difference'),
            value: difference === null ? NOTHING : <Difference difference={difference} unit={unit} />,
          },
        ]}
      />
      <Textarea
        label={t('word.reason')}
        description={t('adjust.reason-hint')}
        required
        autosize
        minRows={2}
        maxRows={6}
        maxLength={500}
        {...form.getInputProps('reason')}
      />
    </Stack>
  )
}

/** Shows a difference with its sign. */
function Difference({ difference, unit }: { difference: Quantity; unit: string }) {
  const sign = difference > 0 ? '+' : difference < 0 ? '−' : ''
  return <span className="figures">{`${sign}${showQuantity(Math.abs(difference))} ${unit}`}</span>
}
