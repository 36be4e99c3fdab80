import { Anchor, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { showDay } from '#web/format.ts'
import { useMayOpen } from '#web/may-open.ts'
import { PageLink } from '#web/navigation.tsx'
import { type CodeProblem, WITHOUT_CODE_PAGE } from '../../domain/codes/cn-code.ts'
import styles from './codes.module.css'

type Goods = readonly { readonly id: number | null; readonly name: string; readonly problem: CodeProblem }[]

/** The most goods that are named where there is little room. */
export const MOST_NAMED = 3

/**
 * Names goods without a valid code. For people who may change products, each leads to where its code is entered. Of more than `most`
 * the others are counted.
 */
export function GoodsWithoutCode({ goods, most = goods.length }: { goods: Goods; most?: number }) {
  const { t } = useTranslation('products')
  const mayChange = useMayOpen('/product-update/$id')
  return (
    <ul className={styles.goods}>
      {goods.slice(0, most).map(({ id, name, problem }) => (
        <li key={`${id} ${name}`}>
          {mayChange && id !== null ? (
            <Anchor component={PageLink} to={`/product-update/${id}?field=cnCode`} target="_blank" size="sm">
              {name}
            </Anchor>
          ) : (
            name
          )}
          {` · ${t(`codes.problem.${problem}`)}`}
        </li>
      ))}
      {goods.length > most ? <li>{t('codes.others', { number: goods.length - most })}</li> : null}
    </ul>
  )
}

type Needed = {
  goods: Goods
  /** The first day on which a delivery note needs the codes, and whether it has come. */
  fromDay: string
  now: boolean
  most?: number
}

/** Says from when delivery notes need the codes of their goods, names those without a valid one, and leads to all of them. */
export function CodesNeeded({ goods, fromDay, now, ...named }: Needed) {
  const { t } = useTranslation('products')
  const mayList = useMayOpen('/products')
  return (
    <>
      <Text size="sm" c="var(--mantine-color-text)">
        {t(now ? 'codes.now' : 'codes.soon', { day: showDay(fromDay) })}
      </Text>
      <GoodsWithoutCode goods={goods} {...named} />
      {mayList ? (
        <Anchor component={PageLink} to={WITHOUT_CODE_PAGE} target="_blank" size="sm">
          {t('codes.list')}
        </Anchor>
      ) : null}
    </>
  )
}
