/** The page of a declared list, with a button that creates a record. */
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { QueryContract } from '#kernel/contract.ts'
import type { Right } from '#kernel/rights.ts'
import { PageLink } from '#web/navigation.tsx'
import { useMay } from '#web/session.ts'
import { Plus } from '#web/ui/icon/icons.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { ListTable, type ListTableProps } from './ListTable.tsx'

type ListPageProps<C extends QueryContract> = Omit<ListTableProps<C>, 'label' | 'empty'> & {
  /** The page that creates a record, and the right to it. */
  create: { readonly page: string; readonly right: Right }
}

/** Shows the list. Its texts are `title.list`, `title.create`, `list.empty` and, if there is one, `list.empty-hint` of its feature. */
export function ListPage<C extends QueryContract>({ create, ...props }: ListPageProps<C>) {
  const { t: word, i18n } = useTranslation(props.declared.feature)
  const hint = 'list.empty-hint'
  const button = useMay(create.right) ? (
    <Button component={PageLink} to={create.page} leftSection={<Plus size={16} aria-hidden />}>
      {word('title.create')}
    </Button>
  ) : undefined
  return (
    <>
      <PageHeader title={word('title.list')} primary={button} />
      <ListTable
        {...props}
        label={word('title.list')}
        empty={{
          title: word('list.empty'),
          action: button,
          ...(i18n.exists(hint, { ns: props.declared.feature }) && { hint: word(hint) }),
        }}
      />
    </>
  )
}
