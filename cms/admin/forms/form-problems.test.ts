import { expect, test } from 'vitest'
import { currentProblems, problemsOf } from './form-problems.ts'

const refused = { price: { value: '1,250', valid: false, errorMessage: 'May be thousands.' } }
const problem = { path: 'price', value: '1,250', message: 'May be thousands.' }

test('only invalid fields that are visible are reported', () => {
  const hidden = { ...refused.price, passesCondition: false }
  expect(problemsOf({ ...refused, hidden, name: { value: '', valid: true } })).toEqual([problem])
})

test('a refused value is reported until its field is changed, removed or hidden', () => {
  expect(currentProblems([problem], { price: { value: '1,250', valid: true } })).toEqual([problem])
  expect(currentProblems([problem], { price: { value: 250, valid: true } })).toEqual([])
  expect(currentProblems([problem], {})).toEqual([])
  const hidden = { value: '1,250', valid: true, passesCondition: false }
  expect(currentProblems([problem], { price: hidden })).toEqual([])
})

test('a newer problem of a field replaces its earlier problem', () => {
  const earlier = { ...problem, message: 'Too much.' }
  expect(currentProblems([earlier], refused)).toEqual([problem])
})
