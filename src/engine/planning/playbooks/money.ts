import { type Playbook, playbook } from './playbook.ts'

/** Saving, owing and earning. */
export const moneyPlaybooks: readonly Playbook[] = [
  playbook(
    {
      id: 'saving',
      pattern: 'progressive_accumulation_arc',
      subtype: 'financial_arc',
      verbs: 'save! put_aside! set_aside! invest! retire! accumulate',
      things:
        'saving! savings! emergency_fund! deposit nest_egg! retirement! pension! investment! portfolio fund money college_fund! down_payment!',
      weeks: 52,
    },
    `
    # See the numbers | 3%
    - Write down what comes in and goes out in a month | 90m
    - Set the target: {target|the amount and the day}, and what it is for | 30m
    - Choose the account it goes to, apart from daily money | 45m
    # First steps | 25%
    - Set up a transfer on payday: {per month|a fixed amount} | 20m
    - Cancel or renegotiate what you no longer use | 2h
    * Look at the month: planned, real, difference | 30m | monthly | fixed
    # Build up | 45%
    * Look at the month: planned, real, difference | 30m | monthly | fixed
    * Find one more thing to save on or earn with | 45m | quarterly | fixed
    - Halfway: is {50% of target|half of it} there? Adjust the transfer | 30m
    # Reach it and protect it | 20%
    * Look at the month: planned, real, difference | 30m | monthly | fixed
    - Reach {target|the goal} and use it as you meant to | 30m | late
    - Decide what the transfer does next | 20m
    `,
  ),
  playbook(
    {
      id: 'debt',
      pattern: 'progressive_accumulation_arc',
      subtype: 'financial_arc',
      verbs: 'pay_off! repay! clear settle pay_down!',
      things: 'debt! debts! loan! credit_card! student_loan! overdraft! mortgage owed',
      weeks: 52,
    },
    `
    # Everything on one page | 3%
    - List every debt: amount, rate, smallest payment, day | 60m
    - Ask for lower rates or better terms | 2h
    - Choose the order: highest rate first, or smallest first | 30m
    # Make room | 10%
    - Write a budget that holds the smallest payments and more | 90m
    - Set up payments on payday: {per month|a fixed amount} | 30m
    - Stop what makes new debt | 30m
    # Pay off one by one | 55%
    * Look at the month: what was paid, what is left | 30m | monthly | fixed
    - First debt gone: put its payment on the next | 20m
    - Halfway: {50% of target|half} is paid; celebrate cheaply | 30m
    # Free, and stay so | 15%
    * Look at the month | 30m | monthly | fixed
    - Last payment: ask for it in writing | 30m | late
    - Start a reserve, so that the next surprise is no debt | 30m
    `,
  ),
  playbook(
    {
      id: 'household_budget',
      pattern: 'recurring_cycle',
      subtype: 'maintenance_round',
      verbs: 'budget track review reconcile bookkeep',
      things: 'budget! expenses! bookkeeping! accounts! invoices! bills! taxes finances! spending! payroll!',
      weeks: 12,
    },
    `
    # Set it up
    - Choose one place where every amount is written | 45m
    - List what comes in, what is fixed, what varies | 60m
    - Set a limit for each kind | 45m
    # Week by week | cycle
    * Enter and sort what was spent | 20m | weekly
    # Month by month | cycle
    * Close the month: compare with the limits, decide one change | 45m | monthly | fixed
    * Pay and file what is due | 30m | monthly | fixed
    `,
  ),
  playbook(
    {
      id: 'tax_return',
      pattern: 'milestone_project',
      subtype: 'formality',
      verbs: 'file submit declare register apply renew',
      things:
        'tax! taxes! tax_return! visa! passport! permit! citizenship! green_card! residence patent! trademark! licence license! insurance_claim! probate! adoption! divorce! will! benefit',
      weeks: 6,
    },
    `
    # What is asked | 20%
    - Read the rules for {the thing}: who, by when, with what | 60m
    - List the papers and forms, and where each comes from | 45m
    # Collect | 40%
    - Gather the papers you have | 2h
    - Ask for those you do not have, slowest first | 60m
    - Have copied, translated or certified what must be | 90m
    # Fill in and check | 25%
    - Fill in the forms | 3h
    - Have somebody who knows check them | 60m
    # Hand in and follow up | 15%
    - Hand in {the thing}, and keep the proof | 60m
    - Follow up until there is an answer | 30m | wait 2w | afterwards
    - File answer and papers | 20m | afterwards
    `,
  ),
]
