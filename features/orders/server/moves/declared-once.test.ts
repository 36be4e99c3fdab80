import { expect, test } from 'vitest'
import { orderMove } from './move-order.ts'
import { ownMoves } from './own-moves.ts'

test('a second declaration of a move is refused', () => {
  expect(() => orderMove(ownMoves.send.name, {})).toThrow('order moves: send is declared twice')
})
