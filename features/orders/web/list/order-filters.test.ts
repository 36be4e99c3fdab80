import { describe, expect, it } from 'vitest'
import { ORDER_STATUSES } from '../../domain/order.ts'
import { countOf, FILTERS, fixedFilter, showsInvoicing, STRIP_FILTERS } from '../../domain/order-filters.ts'
import { colourOf } from '../page/page-colour.ts'

describe('the buttons above the list', () => {
  it('exclude deleted offers from All', () => {
    expect(countOf('ALL', { OFFER: 2, 'OFFER-DELETE': 5, SHIPPED: 3 })).toBe(5)
    expect(fixedFilter('ALL')).toEqual({})
  })

  it('cover every status but FINISHED, which only All shows', () => {
    expect(ORDER_STATUSES.filter((status) => !(FILTERS as readonly string[]).includes(status))).toEqual(['FINISHED'])
  })

  it('follow the life cycle of an order', () => {
    expect(STRIP_FILTERS).toEqual([
      'ALL',
      'OFFER',
      'PENDING-STOCK',
      'STOCK-OK',
      'TO-PACKAGE',
      'PACKAGED',
      'READY-TO-INVOICE',
      'PARKED',
      'INVOICED',
      'ON SHIPPING',
      'SHIPPED',
      'RETURNED',
      'CANCELED',
    ])
  })

  it('show the invoicing date only where orders are invoiced', () => {
    expect(STRIP_FILTERS.filter((filter) => !showsInvoicing(filter))).toEqual([
      'OFFER',
      'PENDING-STOCK',
      'STOCK-OK',
      'TO-PACKAGE',
      'PACKAGED',
      'READY-TO-INVOICE',
      'PARKED',
    ])
  })
})

describe('the colour of an order page', () => {
  it.each([
    ['amber', 'OFFER', false],
    ['green', 'PENDING-STOCK', false],
    ['green', 'INVOICED', false],
    ['grey', 'INVOICED', true],
  ] as const)('is %s for %s with a grey code: %s', (paper, status, grey) => {
    expect(colourOf({ status, grey })).toBe(paper)
  })
})
