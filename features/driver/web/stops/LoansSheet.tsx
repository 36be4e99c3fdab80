import { Button, Group } from '@mantine/core'
import { Undo2 } from '#web/ui/icon/icons.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { quantity, subtractQuantity, sumQuantities } from '#kernel/money.ts'
import { showQuantity } from '#web/format.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import type { StopCustomer } from '../../domain/contract.ts'
import { BottomSheet } from '../BottomSheet.tsx'
import rowStyles from '#web/ui/form/quantity-stepper.module.css'
import { QuantityStepper } from '#web/ui/form/QuantityStepper.tsx'
import styles from '../stepper.module.css'

type Loan = StopCustomer['loans'][number]

type LoansSheetProps = {
  customer: StopCustomer
  onClose: () => void
  /** Stores the action on the device, and returns false if that failed. */
  takeBack: (items: { productId: number; quantity: number }[]) => Promise<boolean>
}

/**
 * Asks how many of the lent items that a customer holds are taken back. Items that are packed but not delivered
 * yet are shown, and cannot be taken back.
 */
export function LoansSheet({ customer, onClose, takeBack }: LoansSheetProps) {
  const { t } = useTranslation('driver')
  const [chosen, setChosen] = useState<Chosen>({})
  const [pending, setPending] = useState(false)
  const held = customer.loans.filter((loan) => loan.held > 0)
  const items = held.flatMap(({ productId }) => {
    const count = countOf(chosen, productId)
    return count === null || count === 0 ? [] : [{ productId, quantity: count }]
  })
  const unreadable = held.some(({ productId }) => countOf(chosen, productId) === null)

  const submit = async () => {
    if (pending) return
    setPending(true)
    if (await takeBack(items)) onClose()
    else setPending(false)
  }

  return (
    <BottomSheet
      title={t('loans.title', { name: customer.name })}
      onClose={onClose}
      foot={
        <ActionButton
          size="lg"
          leftSection={<Undo2 size={20} aria-hidden />}
          closed={unreadable ? t('delivery.closed.quantity') : items.length === 0 ? t('loans.nothing') : null}
          pending={pending}
          onClick={() => void submit()}
        >
          {t('loans.submit', {
            quantity: showQuantity(sumQuantities(items.map((item) => quantity(item.quantity)))),
          })}
        </ActionButton>
      }
    >
      {held.length === 0 ? (
        <EmptyState title={t('loans.empty')} />
      ) : (
        <HeldRows held={held} chosen={chosen} setChosen={setChosen} />
      )}
      <OtherLoans customer={customer} />
    </BottomSheet>
  )
}

/** The number to take back by product, null while it is not a number. A product that is not listed has none. */
type Chosen = Readonly<Record<number, number | null>>

const countOf = (chosen: Chosen, productId: number): number | null => {
  const count = chosen[productId]
  return count === undefined ? 0 : count
}

type HeldRowsProps = { held: readonly Loan[]; chosen: Chosen; setChosen: (chosen: Chosen) => void }

function HeldRows({ held, chosen, setChosen }: HeldRowsProps) {
  const { t } = useTranslation('driver')
  const everything = held.every((loan) => countOf(chosen, loan.productId) === loan.held)
  return (
    <>
      <Group justify="flex-end">
        <Button
          variant="default"
          aria-pressed={everything}
          onClick={() =>
            setChosen(everything ? {} : Object.fromEntries(held.map((loan) => [loan.productId, loan.held])))
          }
        >
          {everything ? t('loans.none') : t('loans.everything')}
        </Button>
      </Group>
      <ul className={rowStyles.rows}>
        {held.map((loan) => (
          <HeldRow
            key={loan.productId}
            loan={loan}
            count={countOf(chosen, loan.productId)}
            choose={(count) => setChosen({ ...chosen, [loan.productId]: count })}
          />
        ))}
      </ul>
    </>
  )
}

/** Shows what counts in the loan balance and cannot be taken back: what is on the way, and what has no known product. */
function OtherLoans({ customer: { loans, loanBalance } }: { customer: StopCustomer }) {
  const { t } = useTranslation('driver')
  const onTheWay = loans.filter((loan) => loan.held <= 0 && loan.quantity > loan.held)
  const known = sumQuantities(loans.map((loan) => loan.quantity))
  const unknown = subtractQuantity(loanBalance ?? known, known)
  if (onTheWay.length === 0 && unknown <= 0) return null
  return (
    <ul className={rowStyles.rows}>
      {onTheWay.map((loan) => (
        <li key={loan.productId}>
          <span className={rowStyles.what}>
            {loan.name}
            <Undelivered loan={loan} />
          </span>
        </li>
      ))}
      {unknown <= 0 ? null : (
        <li>
          <span className={rowStyles.what}>{t('loans.unknown', { quantity: showQuantity(unknown) })}</span>
        </li>
      )}
    </ul>
  )
}

type HeldRowProps = { loan: Loan; count: number | null; choose: (count: number | null) => void }

function HeldRow({ loan, count, choose }: HeldRowProps) {
  const { t } = useTranslation('driver')
  const all = count === loan.held
  return (
    <li>
      <span className={rowStyles.what}>
        {loan.name}
        <small>
          {t('loans.has', {
            quantity: showQuantity(loan.held),
            unit: t(`unit.${loan.unit}`, { ns: 'products', defaultValue: loan.unit }),
          })}
        </small>
        <Undelivered loan={loan} />
      </span>
      <div className={styles.controls}>
        <QuantityStepper
          label={t('loans.back', { name: loan.name })}
          value={count}
          most={loan.held}
          onChange={choose}
        />
        <Button
          variant={all ? 'filled' : 'default'}
          aria-pressed={all}
          aria-label={t('loans.all-of', { name: loan.name })}
          px="xs"
          onClick={() => choose(all ? 0 : loan.held)}
        >
          {t('loans.all')}
        </Button>
      </div>
    </li>
  )
}

/** Shows how many items of the loan balance are packed and not delivered yet, or nothing if there are none. */
function Undelivered({ loan }: { loan: Loan }) {
  const { t } = useTranslation('driver')
  if (loan.held === loan.quantity) return null
  return (
    <small>
      {t('loans.undelivered', {
        quantity: showQuantity(subtractQuantity(loan.quantity, loan.held)),
        unit: t(`unit.${loan.unit}`, { ns: 'products', defaultValue: loan.unit }),
      })}
    </small>
  )
}
