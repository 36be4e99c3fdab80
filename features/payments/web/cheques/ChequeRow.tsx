import { ActionIcon, Anchor, Badge, Checkbox, Menu } from '@mantine/core'
import { EllipsisVertical } from '#web/ui/icon/icons.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PageLink } from '#web/navigation.tsx'
import { useRun } from '#web/query.ts'
import { useActing } from '#web/session.ts'
import { say } from '#web/ui/say.tsx'
import { DayText, MoneyText } from '#web/ui/texts.tsx'
import { chequeLifecycle, PLAIN_MOVES } from '../../domain/cheques/cheque.ts'
import { type Cheque, moveCheques } from '../../domain/cheques/contract.ts'
import { BounceCheque } from './BounceCheque.tsx'
import styles from './cheques.module.css'
import { PassCheque } from './PassCheque.tsx'

type Props = {
  cheque: Cheque
  ticked: boolean
  /** Ticks the cheque; left out for people who may only look. */
  tick?: () => void
}

/** One cheque with its state, and a menu of the moves that its state allows. */
export function ChequeRow({ cheque, ticked, tick }: Props) {
  const { t } = useTranslation('payments')
  const { id, state, name } = cheque
  return (
    <li className={styles.row} data-cheque={id} data-state={state}>
      {tick ? (
        <Checkbox aria-label={t('cheques.tick', { name })} checked={ticked} onChange={tick} className={styles.tick} />
      ) : (
        <span />
      )}
      <span className={styles.day}>
        <DayText value={cheque.expires} />
      </span>
      <span className={styles.name}>
        <Anchor component={PageLink} to={`/payment-overview/${id}`} inherit>
          {name}
        </Anchor>
        <small>
          {[cheque.bank, cheque.issuer === name ? '' : cheque.issuer, cheque.receipt].filter(Boolean).join(' · ')}
          {cheque.passedTo === null ? '' : ` → ${cheque.passedTo}`}
        </small>
      </span>
      <Badge variant="default" className={styles.state}>
        {t(cheque.given && state === 'CASHED' ? 'cheque-state.paid-by-bank' : `cheque-state.${state}`)}
      </Badge>
      <span className={styles.amount}>
        <MoneyText value={cheque.amount} />
      </span>
      {tick ? <Moves cheque={cheque} /> : <span />}
    </li>
  )
}

const isPlain = (move: string): move is (typeof PLAIN_MOVES)[number] => PLAIN_MOVES.some((plain) => plain === move)

function Moves({ cheque }: { cheque: Cheque }) {
  const { t } = useTranslation('payments')
  const acting = useActing()
  const [asked, setAsked] = useState<'pass-on' | 'bounce' | null>(null)
  const run = useRun(moveCheques)
  const choices = chequeLifecycle.choices({ status: cheque.state }, acting)
  if (choices.length === 0) return <span />
  const press = (move: (typeof choices)[number]['name']) => {
    if (!isPlain(move)) return setAsked(move)
    run.mutateAsync({ ids: [cheque.id], move }).then(
      () => say.done(t(`said.${cheque.given ? 'paid-by-bank' : move}`, { count: 1 })),
      (error: unknown) => say.failed(error),
    )
  }
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size={36} aria-label={t('cheques.moves', { name: cheque.name })}>
            <EllipsisVertical size={20} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {choices.map(({ name }) => (
            <Menu.Item key={name} {...(name === 'bounce' ? { color: 'red' } : {})} onClick={() => press(name)}>
              {t(cheque.given && name === 'cash' ? 'cheque-move.paid-by-bank' : `cheque-move.${name}`)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {asked === 'bounce' ? <BounceCheque cheque={cheque} close={() => setAsked(null)} /> : null}
      {asked === 'pass-on' ? <PassCheque cheque={cheque} close={() => setAsked(null)} /> : null}
    </>
  )
}
