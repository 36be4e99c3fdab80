import { ActionIcon, Button, Checkbox, Divider, Group, NativeSelect, Stack, Switch, Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { idleIf } from '#web/ui/idle.ts'
import { ArrowDown, ArrowUp } from '#web/ui/icon/icons.ts'
import { isGroupable } from '#web/ui/table/groups/group-rows.ts'
import type { ListPreviewState } from '#web/ui/table/preview/use-list-preview.ts'
import styles from '#web/ui/table/table-tools.module.css'
import type { Column } from '#web/ui/table/table-columns.ts'
import type { TableLayout } from '#web/ui/table/table-layout.ts'
import type { ChangeState, TableState } from '#web/ui/table/table-state.ts'

export type TableChoicesProps<Row = unknown> = {
  columns: readonly Column<Row>[]
  layout: TableLayout
  changeLayout: (patch: Partial<TableLayout>) => void
  resetLayout: () => void
  state: TableState
  change: ChangeState
  /** True if the list offers sums. */
  hasSums: boolean
  /** Null if the list has no preview. */
  preview: ListPreviewState | null
}

/** The choice of columns, their order, groups, sums, the density and the preview, and on phones the sort. */
export default function TableChoices<Row>({
  columns,
  layout,
  changeLayout,
  resetLayout,
  state,
  change,
  hasSums,
  preview,
}: TableChoicesProps<Row>) {
  const { t } = useTranslation('frame')
  // the fields before it may be hidden; where they have just been loaded, the drop-down has not found it
  const first = useRef<HTMLInputElement>(null)
  useEffect(() => first.current?.focus(), [])

  return (
    <Stack gap="xs">
      <SortChoice columns={columns} state={state} change={change} />
      <GroupChoice columns={columns} state={state} change={change} />
      {hasSums ? (
        <Switch
          size="xs"
          checked={layout.sums}
          label={t('view.sums')}
          onChange={(event) => changeLayout({ sums: event.currentTarget.checked })}
        />
      ) : null}
      <Switch
        size="xs"
        ref={first}
        data-autofocus
        checked={layout.dense}
        label={t('view.dense')}
        onChange={(event) => changeLayout({ dense: event.currentTarget.checked })}
      />
      {preview ? (
        <Switch
          size="xs"
          checked={preview.isOpen}
          label={t('view.preview')}
          onChange={(event) => preview.keep(event.currentTarget.checked)}
        />
      ) : null}
      <Divider />
      <Text size="xs" fw={600}>
        {t('view.columns')}
      </Text>
      <Stack gap={2}>
        <ColumnChoice columns={columns} layout={layout} changeLayout={changeLayout} />
      </Stack>
      <Button size="compact-xs" variant="subtle" onClick={resetLayout}>
        {t('view.reset')}
      </Button>
    </Stack>
  )
}

/** The sort as a list, for phones, where rows are cards without column titles. */
function SortChoice<Row>({ columns, state, change }: Pick<TableChoicesProps<Row>, 'columns' | 'state' | 'change'>) {
  const { t } = useTranslation('frame')
  return (
    <NativeSelect
      className={styles.onlyPhone}
      size="xs"
      label={t('view.sort')}
      value={state.sort === undefined ? '' : `${state.sort}:${state.descending ? 'down' : 'up'}`}
      data={[
        { value: '', label: t('view.sort-default') },
        ...columns
          .filter((column) => column.sortable)
          .flatMap((column) => [
            { value: `${column.key}:up`, label: `${column.header} ↑` },
            { value: `${column.key}:down`, label: `${column.header} ↓` },
          ]),
      ]}
      onChange={(event) => {
        const [sort, direction] = event.currentTarget.value.split(':')
        change({ sort: sort || undefined, descending: direction === 'down' })
      }}
    />
  )
}

/** The column by whose values the rows are grouped. The list is then sorted by it. */
function GroupChoice<Row>({ columns, state, change }: Pick<TableChoicesProps<Row>, 'columns' | 'state' | 'change'>) {
  const { t } = useTranslation('frame')
  const offered = columns.filter((column) => isGroupable(column as Column<unknown>))
  if (offered.length === 0) return null
  return (
    <NativeSelect
      size="xs"
      label={t('view.group')}
      value={(state.grouped && state.sort) || ''}
      data={[
        { value: '', label: t('view.group-none') },
        ...offered.map(({ key, header }) => ({ value: key, label: header })),
      ]}
      onChange={(event) => {
        const sort = event.currentTarget.value || undefined
        change(sort === undefined ? { grouped: false } : { sort, grouped: true })
      }}
    />
  )
}

type ColumnChoiceProps<Row> = Pick<TableChoicesProps<Row>, 'columns' | 'layout' | 'changeLayout'>

/** All columns in their order. Each can be hidden, except the last visible one, and moved. */
function ColumnChoice<Row>({ columns, layout, changeLayout }: ColumnChoiceProps<Row>) {
  const shown = columns.length - layout.hidden.length

  const move = (key: string, by: number) => {
    const order = [...layout.order]
    const from = order.indexOf(key)
    const to = from + by
    if (to < 0 || to >= order.length) return
    order.splice(from, 1)
    order.splice(to, 0, key)
    changeLayout({ order })
  }

  return layout.order.map((key, index) => {
    const column = columns.find((candidate) => candidate.key === key)
    if (!column) return null
    const visible = !layout.hidden.includes(key)
    return (
      <Group key={key} justify="space-between" wrap="nowrap" gap="xs">
        <Checkbox
          size="xs"
          label={column.header}
          checked={visible}
          disabled={visible && shown === 1}
          onChange={() =>
            changeLayout({
              hidden: visible ? [...layout.hidden, key] : layout.hidden.filter((other) => other !== key),
            })
          }
        />
        <Group gap={2} wrap="nowrap">
          <MoveButton up column={column.header} disabled={index === 0} onClick={() => move(key, -1)} />
          <MoveButton
            column={column.header}
            disabled={index === layout.order.length - 1}
            onClick={() => move(key, 1)}
          />
        </Group>
      </Group>
    )
  })
}

type MoveButtonProps = { up?: boolean; column: string; disabled: boolean; onClick: () => void }

function MoveButton({ up = false, column, disabled, onClick }: MoveButtonProps) {
  const { t } = useTranslation('frame')
  const Arrow = up ? ArrowUp : ArrowDown
  const label = t(up ? 'view.earlier' : 'view.later', { column })
  return (
    <ActionIcon variant="subtle" color="gray" size={26} aria-label={label} {...idleIf(disabled, onClick)}>
      <Arrow size={13} aria-hidden />
    </ActionIcon>
  )
}
