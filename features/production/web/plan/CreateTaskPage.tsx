import { ActionIcon, Button, Group, SimpleGrid, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { Plus, X } from '#web/ui/icon/icons.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { InputOf } from '#kernel/contract.ts'
import { addQuantity, LIMITS, type Quantity, quantity, ZERO_QUANTITY } from '#kernel/money.ts'
import { useGo } from '#web/navigation.tsx'
import { useRun } from '#web/query.ts'
import { DayInput } from '#web/ui/form/DayInput.tsx'
import { QuantityInput } from '#web/ui/form/DecimalInput.tsx'
import { RecordForm, useRecordForm } from '#web/ui/form/form.tsx'
import { useStartField } from '#web/ui/form/use-start-field.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { say } from '#web/ui/say.tsx'
import { isCounted } from '#features/products/domain/product.ts'
import { createTask } from '../../domain/plan-contract.ts'
import { MadeProductDrawer, type PickedProduct } from './MadeProductDrawer.tsx'

type Line = PickedProduct & { readonly quantity: Quantity | null }

const ONE = quantity(10_000)

const NEW_TASK = {
  name: '',
  description: '',
  plannedOn: null as string | null,
  expectedOn: null as string | null,
  lines: [] as Line[],
}
type TaskValues = typeof NEW_TASK
type TaskForm = ReturnType<typeof useRecordForm<TaskValues>>

const toInput = ({ lines, ...values }: TaskValues): InputOf<typeof createTask> => ({
  ...values,
  // the schema reports an empty quantity
  lines: lines.map(({ id, quantity }) => ({ productId: id, quantity: quantity as number })),
})

/** The form for tasks of the company itself. Saving opens the overview of the tasks. */
export default function CreateTaskPage() {
  const { t } = useTranslation('production')
  const go = useGo()
  const create = useRun(createTask, { filling: true })
  const form = useRecordForm<TaskValues>({ initialValues: NEW_TASK, schema: createTask.input, toInput })
  const { lines } = form.getValues()
  const unfilled = lines.some(({ quantity }) => quantity === null)
  return (
    <>
      <PageHeader
        title={t('title.create-task')}
        subtitle={t('new-task.hint')}
        back={{ to: '/tasks', label: t('calendar.tasks') }}
      />
      <RecordForm
        form={form}
        saveLabel={t('new-task.save')}
        closed={lines.length === 0 ? t('new-task.no-products') : unfilled ? t('new-task.no-quantity') : null}
        onCancel={() => go('/tasks')}
        onSave={async (saved) => {
          const { tasks } = await create.mutateAsync(toInput(saved))
          go('/tasks')
          say.done(t('new-task.created', { tasks }))
        }}
      >
        <Fields form={form} />
        <Lines form={form} />
      </RecordForm>
    </>
  )
}

function Fields({ form }: { form: TaskForm }) {
  const { t } = useTranslation('production')
  const { plannedOn, expectedOn } = form.getValues()
  return (
    <Panel>
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="md" verticalSpacing="sm">
        <TextInput
          label={t('word.name')}
          placeholder={t('new-task.name-hint')}
          autoComplete="off"
          ref={useStartField()}
          {...form.getInputProps('name')}
        />
        <DayInput label={t('new-task.planned')} {...form.getInputProps('plannedOn')} value={plannedOn} />
        <DayInput label={t('new-task.expected')} {...form.getInputProps('expectedOn')} value={expectedOn} />
      </SimpleGrid>
      <Textarea
        mt="sm"
        label={t('word.description')}
        autosize
        minRows={2}
        maxRows={8}
        {...form.getInputProps('description')}
      />
    </Panel>
  )
}

/** The products to make, each once, with its quantity. */
function Lines({ form }: { form: TaskForm }) {
  const { t } = useTranslation('production')
  const [opened, setOpened] = useState(false)
  const { lines } = form.getValues()
  // a product that is added again gets one piece more
  const add = (product: PickedProduct) => {
    const { lines: before } = form.getValues()
    const known = before.some(({ id }) => id === product.id)
    const more = (line: Line) =>
      line.id === product.id ? { ...line, quantity: addQuantity(line.quantity ?? ZERO_QUANTITY, ONE) } : line
    form.setFieldValue('lines', known ? before.map(more) : [...before, { ...product, quantity: ONE }])
  }
  return (
    <Panel title={t('word.products')}>
      <Stack gap="sm">
        {lines.length === 0 ? <Text c="var(--text-secondary)">{t('new-task.none')}</Text> : null}
        {lines.map((line, index) => (
          <Group key={line.id} wrap="nowrap" justify="space-between" maw={640} data-line={line.id}>
            <Text style={{ overflowWrap: 'anywhere' }}>{line.name}</Text>
            <Group wrap="nowrap" gap="xs" flex="none">
              <QuantityInput
                aria-label={t('word.quantity-of', { name: line.name })}
                w={110}
                min={1}
                max={LIMITS.quantity}
                whole={isCounted(line.unit)}
                {...form.getInputProps(`lines.${index}.quantity`)}
                value={line.quantity}
              />
              <ActionIcon
                variant="subtle"
                size={36}
                aria-label={t('new-task.remove', { name: line.name })}
                onClick={() =>
                  form.setFieldValue(
                    'lines',
                    lines.filter(({ id }) => id !== line.id),
                  )
                }
              >
                <X size={16} aria-hidden />
              </ActionIcon>
            </Group>
          </Group>
        ))}
        <Button
          variant="default"
          leftSection={<Plus size={16} aria-hidden />}
          style={{ alignSelf: 'flex-start' }}
          onClick={() => setOpened(true)}
        >
          {t('new-task.add')}
        </Button>
      </Stack>
      <MadeProductDrawer opened={opened} close={() => setOpened(false)} add={add} />
    </Panel>
  )
}
