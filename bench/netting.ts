/**
 * Measures how long netting takes: products on six levels, each made of five of the level below, all of the top level short.
 *
 * Run `node bench/netting.ts [--products=2000] [--runs=50]`. It also measures twice as many products, whose ratio shows how it grows.
 */
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { net, type NettedProduct } from '#features/production/domain/netting.ts'
import type { Material } from '#features/products/domain/requirements.ts'
import { quantity } from '#kernel/money.ts'

const { values: options } = parseArgs({
  options: { products: { type: 'string', default: '2000' }, runs: { type: 'string', default: '50' } },
})
const LEVELS = 6

/** Returns the middle of the measured durations in milliseconds. */
function measure(count: number, runs: number): number {
  const width = Math.ceil(count / LEVELS)
  const products = new Map<number, NettedProduct>()
  const recipes = new Map<number, Material[]>()
  const none = quantity(0)
  for (let id = 0; id <= count; id += 1) {
    const bought = id === 0
    const supply = { stock: quantity((id % 7) * 10_000), promised: none, awaited: none, coming: none }
    const usageType = bought ? 'PURCHASED-MATERIAL' : 'MATERIAL'
    products.set(id, { unit: bought ? 'KG' : 'Item', usageType, service: false, hasSteps: !bought, ...supply })
    if (bought) continue
    const level = Math.floor((id - 1) / width)
    recipes.set(
      id,
      [1, 2, 3, 4, 5].map((k) => ({
        materialId: level === 0 ? 0 : (level - 1) * width + ((id * 7 + k * 61) % width) + 1,
        quantity: quantity(level === 0 ? 12_3450 : 5_555 * k),
        unit: level === 0 ? 'Gram' : 'Item',
      })),
    )
  }
  const top = [...products.keys()].filter((id) => id > (LEVELS - 1) * width)
  const short = top.map((productId) => ({ productId, quantity: quantity(50_0000) }))
  const times: number[] = []
  let made = 0
  for (let run = 0; run <= runs; run += 1) {
    const began = performance.now()
    made = net(short, [], products, recipes).length
    // the first run prepares the code
    if (run > 0) times.push(performance.now() - began)
  }
  times.sort((a, b) => a - b)
  const middle = times[Math.floor(times.length / 2)] ?? 0
  console.log(
    `${count} products, ${made} short: median ${middle.toFixed(1)} ms, longest ${times.at(-1)?.toFixed(1)} ms`,
  )
  return middle
}

const count = Number(options.products)
console.log(`load ${loadavg()[0]?.toFixed(1)}`)
const once = measure(count, Number(options.runs))
const twice = measure(2 * count, Number(options.runs))
console.log(`twice as many products take ${(twice / once).toFixed(2)} times as long`)
