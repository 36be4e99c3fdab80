import { Button, Group, TextInput } from '@mantine/core'
import { Check, MoreHorizontal, TriangleAlert } from '#web/ui/icon/icons.ts'
import { type MouseEvent, type ReactNode, type Ref, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { KeyStrip } from '#features/photos/web/KeyStrip.tsx'
import { hasWholeParts } from '#features/products/domain/product.ts'
import { useShownName } from '#features/sections/web/section-name.ts'
import { addQuantity, type Quantity, smallerQuantity, subtractQuantity, ZERO_QUANTITY } from '#kernel/money.ts'
import { showNames, showQuantity, showWeekday } from '#web/format.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { QuantityStepper } from '#web/ui/form/QuantityStepper.tsx'
import { TakePhoto } from '#web/ui/photo/TakePhoto.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import type { SectionMaterial, SectionTask } from '../../domain/section-day-contract.ts'
import { shownDescription } from '../../domain/description.ts'
import { missingOf, mostNow } from '../../domain/section-now.ts'
import { MaterialList, WaitsFor } from './MaterialList.tsx'
import { MoreDialog } from './MoreDialog.tsx'
import { OverrideReason } from './OverrideReason.tsx'
import type { Finished, Override, TaskPresses } from './presses.ts'
import styles from './section.module.css'
import { TaskMarks } from './TaskMarks.tsx'
import { type Used, UsedFields } from './UsedFields.tsx'

type NowCardProps = {
  task: SectionTask
  presses: TaskPresses
  /** A press of the task is on its way, so that no other may follow yet. */
  pending: boolean
  /** The person chose the task, so the focus moves to it. */
  takesFocus: boolean
}

/** The task that the section works on now, with the buttons that report its work. */
export function NowCard({ task, presses, pending, takesFocus }: NowCardProps) {
  const { t } = useTranslation('production')
  const title = useRef<HTMLHeadingElement>(null)
  const [override, setOverride] = useState<Override>(null)
  const [more, setMore] = useState(false)
  // null: the pieces take what their recipe says
  const [used, setUsed] = useState<Used | null>(null)
  const [comment, setComment, typed] = useComment(task.comments)
  const description = shownDescription(task.description)
  // a material of which there is enough is received in either mode, so only one that is short needs the reason
  const modeFor = (line: number): Override =>
    isWithoutReason(override) && !task.materials.some((one) => one.line === line && isLacking(one)) ? null : override
  useEffect(() => {
    if (takesFocus) title.current?.focus()
  }, [takesFocus])
  return (
    <section className={styles.now} aria-label={t('now.title')} data-late={task.isLate || undefined}>
      <TaskHead task={task} title={title} />
      <div className={styles.body}>
        {description === '' ? null : <p>{description}</p>}
        {comment === '' ? null : <p className={styles.comment}>{comment}</p>}
        <KeyStrip title={t('word.photos')} photos={task.photos} />
        <MaterialList materials={task.materials} receive={(line) => presses.receive([line], modeFor(line))} />
        <WaitsFor materials={task.materials} />
        <Proceed task={task} pending={pending} proceed={() => presses.proceed(typed)} />
        {override === null ? null : <OverrideBar override={override} setOverride={setOverride} />}
      </div>
      <FinishBar
        task={task}
        pending={pending}
        override={override}
        used={used}
        setUsed={setUsed}
        finish={(finished, mode) => presses.finish(finished, mode, typed)}
      >
        <TakePhoto
          size="md"
          mih={56}
          label={t('word.photo')}
          unreadable={t('photo.unreadable')}
          onTaken={presses.photo}
        />
        <Button
          variant="default"
          size="md"
          mih={56}
          leftSection={<MoreHorizontal size={20} aria-hidden />}
          onClick={() => setMore(true)}
        >
          {t('word.more')}
        </Button>
      </FinishBar>
      {more ? (
        <MoreDialog
          task={task}
          presses={presses}
          override={override}
          setOverride={setOverride}
          comment={comment}
          setComment={setComment}
          askUsed={() => setUsed(used ?? {})}
          onClose={() => setMore(false)}
        />
      ) : null}
    </section>
  )
}

/**
 * Returns the comment of a task as it is shown, what changes it, and the text that Proceed and Finish have to store: undefined if all
 * that was typed is stored.
 */
function useComment(stored: string): [string, (text: string) => void, string | undefined] {
  const [typed, setTyped] = useState<string | null>(null)
  useEffect(() => {
    if (typed === stored) setTyped(null)
  }, [typed, stored])
  return [typed ?? stored, setTyped, typed === null || typed === stored ? undefined : typed]
}

/** The product, what is left of it, and for whom it is. */
function TaskHead({ task, title }: { task: SectionTask; title: Ref<HTMLHeadingElement> }) {
  const { t } = useTranslation('production')
  return (
    <header className={styles.head}>
      <h2 ref={title} tabIndex={-1}>
        {task.product}
      </h2>
      <p className={styles.left}>
        {t('now.left', {
          left: `${showQuantity(task.left)} ${t(`frame:unit.${task.unit}`, { defaultValue: task.unit })}`,
        })}
        {task.left < task.quantity ? <small>{t('now.of', { quantity: showQuantity(task.quantity) })}</small> : null}
      </p>
      <TaskLine task={task} />
    </header>
  )
}

function TaskLine({ task }: { task: SectionTask }) {
  const { t } = useTranslation('production')
  const shownName = useShownName()
  const place = task.chain.findIndex(({ id }) => id === task.id)
  const next = task.chain[place + 1]
  const texts = [
    task.day ? showWeekday(task.day, 'short') : null,
    task.orderId === null ? t('task.internal') : t('task.order', { id: task.orderId }),
    task.orderId === null ? null : task.customer,
    place >= 0 && task.chain.length > 1 ? t('task.step', { step: place + 1, of: task.chain.length }) : null,
    next ? t('task.then', { section: shownName(next.section) }) : null,
    task.worker === '' ? null : task.worker,
  ]
  return (
    <p className={styles.facts}>
      <TaskMarks task={task} />
      {task.status === 'PENDING' ? null : <StatusBadge status={task.status} />}
      <span>{texts.filter((text) => text !== null).join(' · ')}</span>
    </p>
  )
}

const isWithoutReason = (override: Override): boolean => override?.reason.trim() === ''

/** Reports whether the shelf holds less of a material than the task still takes. */
const isLacking = (material: SectionMaterial): boolean =>
  material.shelf !== null && missingOf(material) > Math.max(0, material.shelf)

/** Proceed marks the materials of the task as complete. Until all are received, its place says which are missing. */
function Proceed({ task, pending, proceed }: { task: SectionTask; pending: boolean; proceed: () => void }) {
  const { t } = useTranslation('production')
  if (task.materials.length === 0 || task.status === 'STOCK-RECEIVED') return null
  const missing = task.materials.filter(({ state }) => state === 'WAITING')
  if (missing.length > 0)
    return <p className={styles.quiet}>{t('proceed.missing', { names: showNames(missing.map(({ name }) => name)) })}</p>
  return (
    <ActionButton
      variant="light"
      size="md"
      mih={56}
      leftSection={<Check size={20} aria-hidden />}
      pending={pending}
      onClick={proceed}
    >
      {t('proceed.press')}
    </ActionButton>
  )
}

type OverrideBarProps = { override: NonNullable<Override>; setOverride: (override: Override) => void }

/** Says that Override Mode is on, and asks why. */
function OverrideBar({ override, setOverride }: OverrideBarProps) {
  const { t } = useTranslation('production')
  return (
    <div className={styles.override}>
      <p>
        <TriangleAlert size={20} aria-hidden /> {t('override.on')}
      </p>
      <OverrideReason override={override} setOverride={setOverride} size="lg" />
    </div>
  )
}

type CounterProps = {
  label: string
  value: number
  most: number
  whole: boolean
  onChange: (value: number | null) => void
}

/** Shows a counter below the name of what it counts. */
const Counter = (props: CounterProps) => (
  <div>
    <div className={styles.counter} aria-hidden>
      {props.label}
    </div>
    <QuantityStepper {...props} large />
  </div>
)

type Scrap = { readonly count: number; readonly reason: string }
type ScrapFieldsProps = { scrap: Scrap; setScrap: (scrap: Scrap) => void; most: number; whole: boolean }

function ScrapFields({ scrap, setScrap, most, whole }: ScrapFieldsProps) {
  const { t } = useTranslation('production')
  return (
    <div className={styles.scrap}>
      <Counter
        label={t('finish.scrapped')}
        value={scrap.count}
        most={most}
        whole={whole}
        onChange={(count) => setScrap({ ...scrap, count: count ?? 0 })}
      />
      <TextInput
        size="md"
        label={t('finish.scrap-reason')}
        maxLength={500}
        autoComplete="off"
        value={scrap.reason}
        onChange={(event) => setScrap({ ...scrap, reason: event.currentTarget.value })}
      />
    </div>
  )
}

type FinishBarProps = {
  task: SectionTask
  pending: boolean
  override: Override
  used: Used | null
  setUsed: (used: Used | null) => void
  finish: (finished: Finished, override: Override) => void
  children: ReactNode
}

/** Chooses how many pieces are finished and spoilt, and reports them with one press. */
function FinishBar({ task, pending, override, used, setUsed, finish, children }: FinishBarProps) {
  const { t } = useTranslation('production')
  // null: nobody has typed, so the number follows the materials
  const [typed, setTyped] = useState<number | null>(null)
  const [scrap, setScrap] = useState<Scrap | null>(null)
  const scrapped = (scrap?.count ?? 0) as Quantity
  const most = subtractQuantity(task.left, scrapped > task.left ? task.left : scrapped)
  // without a reason Override Mode offers no more than Normal Mode
  const suffices = override === null || isWithoutReason(override) ? mostNow(task) : task.left
  const offered = subtractQuantity(suffices, smallerQuantity(suffices, scrapped))
  const pieces = smallerQuantity((typed ?? offered) as Quantity, most)
  const all = addQuantity(pieces, scrapped)
  const whole = hasWholeParts(task.unit, task.left)
  const closed =
    scrapped > 0 && scrap?.reason.trim() === ''
      ? t('finish.scrap-reason-needed')
      : isWithoutReason(override) && (all > suffices || suffices === 0)
        ? t('override.reason-needed')
        : all === 0 && task.quantity > 0
          ? t('finish.nothing')
          : null
  const press = (event: MouseEvent) => {
    // The second half of a double tap would finish the next task, whose button is in the same place.
    if (event.detail > 1) return
    const really = Object.entries(used ?? {}).map(([line, quantity]) => ({ line: Number(line), quantity }))
    finish(
      { quantity: pieces, scrapped, scrapReason: scrap?.reason.trim() ?? '', used: really },
      isWithoutReason(override) ? null : override,
    )
    setTyped(null)
    setScrap(null)
    setUsed(null)
  }
  return (
    <div className={styles.bar}>
      {scrap === null ? null : <ScrapFields scrap={scrap} setScrap={setScrap} most={task.left} whole={whole} />}
      {used === null ? null : (
        <UsedFields task={task} pieces={addQuantity(pieces, scrapped)} used={used} setUsed={setUsed} />
      )}
      <Group gap="xs" className={styles.pieces}>
        <Counter
          label={t('finish.pieces')}
          value={pieces}
          most={most}
          whole={whole}
          onChange={(value) => setTyped(value ?? ZERO_QUANTITY)}
        />
        <ActionButton size="lg" className={styles.finish} pending={pending} closed={closed} onClick={press}>
          {t('finish.press', { count: showQuantity(pieces) })}
        </ActionButton>
      </Group>
      <Group gap="xs" grow preventGrowOverflow={false} className={styles.others}>
        <Button
          variant="default"
          size="md"
          mih={56}
          aria-expanded={scrap !== null}
          onClick={() => setScrap(scrap === null ? { count: 1_0000, reason: '' } : null)}
        >
          {scrap === null ? t('finish.scrap') : t('finish.no-scrap')}
        </Button>
        {children}
      </Group>
    </div>
  )
}
