/** The fields that every form of a product or material has: unit, VAT rate, and texts with suggestions. */
import { Autocomplete, Group, Select, type SelectProps, Text } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { type DecimalInputProps, QuantityInput } from '#web/ui/form/DecimalInput.tsx'
import { showRate } from '#web/format.ts'
import { useAsk } from '#web/query.ts'
import { problemText } from '#web/ui/problems.ts'
import { goodsChoices } from '../../domain/goods-settings.ts'
import { UNITS, type Unit } from '../../domain/product.ts'

type UnitSelectProps = Omit<SelectProps, 'data' | 'onChange' | 'value'> & {
  value: Unit
  onChange: (unit: Unit) => void
  units?: readonly Unit[]
}

/** Offers units by their names in the records. The list shows the sign of each beside it, as lists of products do. */
export function UnitSelect({ value, onChange, units = UNITS, ...rest }: UnitSelectProps) {
  const { t } = useTranslation('products')
  // a stored unit that is no longer offered stays
  const offered = units.includes(value) ? units : [...units, value]
  return (
    <Select
      label={t('field.unit')}
      data={[...offered]}
      renderOption={({ option }) => (
        <Group justify="space-between" flex={1}>
          {option.label}
          <Text span size="sm" c="dimmed" aria-hidden>
            {t(`unit.${option.value as Unit}`)}
          </Text>
        </Group>
      )}
      {...rest}
      value={value}
      onChange={(unit) => unit !== null && onChange(unit as Unit)}
    />
  )
}

/** The reorder point, in the unit of the product. Empty for none. */
export function ReorderPointInput({ unit, ...rest }: DecimalInputProps & { unit: Unit }) {
  const { t } = useTranslation('products')
  return (
    <QuantityInput
      label={t('field.reorderPoint')}
      description={t('reorder.hint')}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      rightSection={t(`unit.${unit}`)}
      rightSectionWidth={52}
      min={0}
      {...rest}
    />
  )
}

/** Returns the rates, classes and categories that a form offers. */
const useGoodsChoices = () => useAsk(goodsChoices, {})

/** Puts the first VAT rate of the company into the form of a new product, if the company does not have the usual rate. */
export function useOfferedVat(vat: number, setVat: (rate: number) => void): void {
  const rates = useGoodsChoices().data?.vatRates
  const first = rates && !rates.includes(vat) ? rates[0] : undefined
  const set = useRef(setVat)
  useEffect(() => {
    set.current = setVat
  })
  useEffect(() => {
    if (first !== undefined) set.current(first)
  }, [first])
}

type RateSelectProps = Omit<SelectProps, 'data' | 'onChange' | 'value'> & {
  value: number
  onChange: (rate: number) => void
}

/** Offers the VAT rates of the company, and the stored one. */
export function VatRateSelect({ value, onChange, ...rest }: RateSelectProps) {
  const { t } = useTranslation('products')
  const { data, error } = useGoodsChoices()
  const rates = data?.vatRates ?? [value]
  const offered = rates.includes(value) ? rates : [...rates, value]
  return (
    <Select
      label={t('field.vat')}
      data={offered.map((rate) => ({ value: String(rate), label: showRate(rate) }))}
      {...rest}
      error={error && !data ? problemText(error) : rest.error}
      value={String(value)}
      onChange={(rate) => rate !== null && onChange(Number(rate))}
    />
  )
}

type SuggestedTextProps = {
  of: 'category' | 'vatClass'
  value: string
  onChange: (text: string) => void
  onBlur?: () => void
  error?: ReactNode
}

/** A text that proposes the values of the settings and those in use, while any other text may be typed. */
export function SuggestedText({ of, ...rest }: SuggestedTextProps) {
  const { t } = useTranslation('products')
  const choices = useGoodsChoices().data
  const data = of === 'category' ? choices?.categories : choices?.vatClasses
  return <Autocomplete label={t(`field.${of}`)} data={data ?? []} limit={20} autoComplete="off" {...rest} />
}
