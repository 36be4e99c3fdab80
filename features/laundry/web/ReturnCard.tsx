import { TextInput } from '@mantine/core'
import type { MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { isWholeQuantity, type Quantity, quantity, subtractQuantity } from '#kernel/money.ts'
import type { InputOf } from '#kernel/contract.ts'
import { KeyStrip } from '#features/photos/web/KeyStrip.tsx'
import { showMoment, showQuantity } from '#web/format.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { QuantityStepper } from '#web/ui/form/QuantityStepper.tsx'
import { TakePhoto } from '#web/ui/photo/TakePhoto.tsx'
import type { closeLaundry, WaitingReturn } from '../domain/contract.ts'
import styles from './washing.module.css'

type Item = WaitingReturn['items'][number]
/** What the person entered for an item. Pieces that are neither clean nor missing are broken. */
export type Washed = { readonly clean: Quantity; readonly missing: Quantity; readonly reason: string }

const washedOf = (item: Item, entered: Washed | undefined): Washed =>
  entered ?? { clean: item.quantity, missing: quantity(0), reason: '' }

/** The pieces that did not come out clean. */
const lostOf = (item: Item, { clean }: Washed): Quantity => subtractQuantity(item.quantity, clean)

type ReturnCardProps = {
  back: WaitingReturn
  /** Returns what was entered for an item; undefined if nothing was. */
  entered: (taskId: number) => Washed | undefined
  set: (taskId: number, washed: Washed) => void
  close: (tasks: InputOf<typeof closeLaundry>['tasks']) => void
  /** Adds a photo, as base64, to all tasks of the return. */
  photo: (base64: string) => void
}

/** One return: for each item how many pieces are clean, and the button that closes its tasks. */
export function ReturnCard({ back, entered, set, close, photo }: ReturnCardProps) {
  const { t } = useTranslation('laundry')
  const washed = back.items.map((item) => ({ item, now: washedOf(item, entered(item.taskId)) }))
  const silent = washed.find(({ item, now }) => lostOf(item, now) > 0 && now.reason.trim() === '')
  const press = (event: MouseEvent) => {
    // The second half of a double tap would close the next return, whose button moves to the same place.
    if (event.detail > 1) return
    close(
      washed.map(({ item, now }) => ({
        taskId: item.taskId,
        clean: now.clean,
        broken: subtractQuantity(lostOf(item, now), now.missing),
        missing: now.missing,
        reason: now.reason,
      })),
    )
  }
  return (
    <section className={styles.card} aria-label={back.customer}>
      <h2>{back.customer}</h2>
      <p className={styles.note}>{[showMoment(back.at), back.note].filter(Boolean).join(' · ')}</p>
      <ul className={styles.items}>
        {washed.map(({ item, now }) => (
          <WashedItem key={item.taskId} item={item} now={now} set={(next) => set(item.taskId, next)} />
        ))}
      </ul>
      <KeyStrip title={t('word.photos')} photos={back.photos} />
      <TakePhoto
        size="md"
        mih={56}
        label={t('word.photo')}
        unreadable={t('photo.unreadable')}
        onTaken={({ base64 }) => photo(base64)}
      />
      <ActionButton
        size="lg"
        className={styles.close}
        closed={silent ? t('wash.reason-needed', { name: silent.item.name }) : null}
        onClick={press}
      >
        {t('wash.close')}
      </ActionButton>
    </section>
  )
}

type WashedItemProps = { item: Item; now: Washed; set: (next: Washed) => void }

function WashedItem({ item, now, set }: WashedItemProps) {
  const { t } = useTranslation('laundry')
  const lost = lostOf(item, now)
  const whole = isWholeQuantity(item.quantity)
  const setClean = (count: number | null) => {
    const clean = quantity(Math.min(count ?? 0, item.quantity))
    const rest = subtractQuantity(item.quantity, clean)
    set({ ...now, clean, missing: now.missing > rest ? rest : now.missing })
  }
  return (
    <li>
      <div className={styles.item}>
        <span>
          {item.name}
          <small>
            {t('wash.of', {
              quantity: showQuantity(item.quantity),
              unit: t(`frame:unit.${item.unit}`, { defaultValue: item.unit }),
            })}
          </small>
        </span>
        <QuantityStepper
          label={t('wash.clean', { name: item.name })}
          value={now.clean}
          most={item.quantity}
          whole={whole}
          large
          onChange={setClean}
        />
      </div>
      {lost > 0 ? (
        <div className={styles.lost}>
          <p>
            {t('wash.lost', {
              broken: showQuantity(subtractQuantity(lost, now.missing)),
              missing: showQuantity(now.missing),
            })}
          </p>
          <span aria-hidden>{t('wash.missing', { name: item.name })}</span>
          <QuantityStepper
            label={t('wash.missing', { name: item.name })}
            value={now.missing}
            most={lost}
            whole={whole}
            large
            onChange={(count) => set({ ...now, missing: quantity(Math.min(count ?? 0, lost)) })}
          />
          <TextInput
            size="md"
            label={t('word.reason')}
            required
            maxLength={500}
            autoComplete="off"
            value={now.reason}
            onChange={(event) => set({ ...now, reason: event.currentTarget.value })}
          />
        </div>
      ) : null}
    </li>
  )
}
