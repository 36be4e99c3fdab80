/** The fields by which a table is filtered. Their code loads when a person opens the filters. */
import { Button, Checkbox, Group, NativeSelect, Popover, Stack, TextInput, VisuallyHidden } from '@mantine/core'
import { useDebouncedCallback, useDisclosure, useThrottledCallback } from '@mantine/hooks'
import { ListFilter } from '#web/ui/icon/icons.ts'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  CountInput,
  type DecimalInputProps,
  MoneyInput,
  PriceInput,
  QuantityInput,
  RateInput,
} from '#web/ui/form/DecimalInput.tsx'
import { endsOf } from '#web/ui/form/ends.ts'
import { PeriodPicker } from '#web/ui/form/PeriodPicker.tsx'
import { filterText } from '#web/ui/table/filters/filter-text.ts'
import type { ChoiceFilter, Column, ColumnFilter } from '#web/ui/table/table-columns.ts'
import type { Days, FilterValue, Range } from '#web/ui/table/table-state.ts'

type FieldProps<Value> = {
  column: Column<unknown>
  value: Value | undefined
  setValue: (value: FilterValue | undefined) => void
}

/** The filter field of one column, by the kind of the filter. */
export function ColumnFilterField({ filter, ...rest }: FieldProps<FilterValue> & { filter: ColumnFilter }) {
  if (filter === 'text') return <TextFilter {...(rest as FieldProps<string>)} />
  if (filter === 'range') return <RangeFilter {...(rest as FieldProps<Range>)} />
  if (filter === 'days') return <DaysFilter {...(rest as FieldProps<Days>)} />
  return filter.many ? (
    <ManyFilter {...(rest as FieldProps<readonly string[]>)} filter={filter} />
  ) : (
    <OneFilter {...(rest as FieldProps<string>)} filter={filter} />
  )
}

/** A single letter is searched at once. Letters that follow within this time are searched together at its end. */
const TOGETHER_MS = 60

function TextFilter({ column, value, setValue }: FieldProps<string>) {
  const { t } = useTranslation('frame')
  const [text, setText] = useState(value ?? '')
  const field = useRef<HTMLInputElement>(null)
  const send = (typed: string) => setValue(typed === '' ? undefined : typed)
  const sendPaced = useThrottledCallback(send, TOGETHER_MS)
  const type = (typed: string) => {
    setText(typed)
    sendPaced(typed)
  }
  // A link, the back button or a chip may change the filter. An answer for earlier letters must not overwrite later
  // ones.
  useEffect(() => {
    if (document.activeElement !== field.current) setText(value ?? '')
  }, [value])
  return (
    <TextInput
      ref={field}
      size="xs"
      value={text}
      aria-label={t('table.filter-by', { column: column.header })}
      onChange={(event) => type(event.currentTarget.value)}
    />
  )
}

function OneFilter({ column, value, setValue, filter }: FieldProps<string> & { filter: ChoiceFilter }) {
  const { t } = useTranslation('frame')
  return (
    <NativeSelect
      size="xs"
      value={value ?? ''}
      aria-label={t('table.filter-by', { column: column.header })}
      data={[{ value: '', label: t('table.all') }, ...filter.options]}
      onChange={(event) => setValue(event.currentTarget.value || undefined)}
    />
  )
}

function PopoverFilter({ column, shown, children }: { column: Column<unknown>; shown: string; children: ReactNode }) {
  const { t } = useTranslation('frame')
  const [opened, { toggle, close }] = useDisclosure(false)
  return (
    <Popover opened={opened} onChange={(open) => !open && close()} position="bottom-start" trapFocus>
      <Popover.Target>
        <Button
          size="xs"
          variant="default"
          fullWidth
          justify="flex-start"
          fw={400}
          px="xs"
          leftSection={<ListFilter size={14} aria-hidden />}
          onClick={toggle}
        >
          <VisuallyHidden>{t('table.filter-by', { column: column.header })} </VisuallyHidden>
          {shown || t('table.all')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('table.filter-by', { column: column.header })}>{children}</Popover.Dropdown>
    </Popover>
  )
}

function ManyFilter({ column, value, setValue, filter }: FieldProps<readonly string[]> & { filter: ChoiceFilter }) {
  return (
    <PopoverFilter column={column} shown={value ? filterText(column, filter, value) : ''}>
      <Checkbox.Group value={[...(value ?? [])]} onChange={(next) => setValue(next.length === 0 ? undefined : next)}>
        <Stack gap={6}>
          {filter.options.map((option) => (
            <Checkbox key={option.value} size="xs" value={option.value} label={option.label} />
          ))}
        </Stack>
      </Checkbox.Group>
    </PopoverFilter>
  )
}

const RANGE_INPUTS: Readonly<Record<string, (props: DecimalInputProps) => ReactNode>> = {
  money: MoneyInput,
  price: PriceInput,
  quantity: QuantityInput,
  rate: RateInput,
}

/** Returns the value of a filter without its empty ends; undefined if both are empty. */
function rangeOf<End extends number | string>(from: End | null | undefined, to: End | null | undefined) {
  const ends = endsOf(from, to)
  return Object.keys(ends).length === 0 ? undefined : ends
}

type TypedRange = { readonly from?: number | null | undefined; readonly to?: number | null | undefined }

function RangeFilter({ column, value, setValue }: FieldProps<Range>) {
  const { t } = useTranslation('frame')
  const Field = RANGE_INPUTS[column.kind ?? ''] ?? CountInput
  const [typed, setTyped] = useState<TypedRange>(value ?? {})
  const sent = useRef(value)
  // The filters may be closed before a range that was typed has settled.
  const settle = useDebouncedCallback(
    (ends: TypedRange) => {
      sent.current = rangeOf(ends.from, ends.to)
      setValue(sent.current)
    },
    { delay: 300, flushOnUnmount: true },
  )
  const type = (end: TypedRange) => {
    const ends = { ...typed, ...end }
    setTyped(ends)
    settle(ends)
  }
  // A link, the back button or a chip may change the filter. An answer for the first end must not overwrite the second one.
  useEffect(() => {
    if (value?.from !== sent.current?.from || value?.to !== sent.current?.to) setTyped(value ?? {})
    sent.current = value
  }, [value])
  return (
    <PopoverFilter column={column} shown={value ? filterText(column, 'range', value) : ''}>
      <Group gap="xs" wrap="nowrap" maw={280}>
        <Field size="xs" label={t('table.from')} value={typed.from} onChange={(from) => type({ from })} />
        <Field size="xs" label={t('table.to')} value={typed.to} onChange={(to) => type({ to })} />
      </Group>
    </PopoverFilter>
  )
}

function DaysFilter({ column, value, setValue }: FieldProps<Days>) {
  return (
    <PopoverFilter column={column} shown={value ? filterText(column, 'days', value) : ''}>
      <PeriodPicker value={value ?? {}} onChange={({ from, to }) => setValue(rangeOf(from, to))} />
    </PopoverFilter>
  )
}
