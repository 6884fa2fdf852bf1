// A form for a poll: its question, answers and duration.
import { pollLimits } from "@antechamber/contract/polls-limits";
import type { types } from "@antechamber/sdk";
import { useState, type SubmitEvent } from "react";
import styles from "./stage.module.css";

/** The durations that clients offer, in hours. */
const durations = [
  [1, "an hour"],
  [4, "4 hours"],
  [8, "8 hours"],
  [24, "a day"],
  [72, "3 days"],
  [168, "a week"],
  [336, "2 weeks"],
] as const;
const USUAL = 24;

interface PollFormProps {
  readonly send: (poll: types.PollDraft) => void;
  readonly close: () => void;
}

export function PollForm({ send, close }: PollFormProps) {
  const [question, ask] = useState("");
  const [answers, setAnswers] = useState<readonly string[]>(["", ""]);
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const given = answers.filter((text) => text.trim() !== "");
    send({
      question: { text: question },
      answers: given.map((text) => ({ poll_media: { text } })),
      duration: Number(data.get("duration")),
      allow_multiselect: data.has("several"),
    });
    close();
  };
  return (
    <form
      onKeyDown={({ key }) => {
        if (key === "Escape") close();
      }}
      onSubmit={submit}
    >
      <div className={styles.composer} role="group" aria-label="New poll">
        <strong>New poll</strong>
        <div className={styles.options}>
          <label>
            Question
            <input
              required
              autoFocus
              maxLength={pollLimits.pollQuestion.value}
              value={question}
              onChange={({ target }) => ask(target.value)}
            />
          </label>
          {answers.map((text, at) => (
            <label key={at}>
              Answer {at + 1}
              <input
                value={text}
                required={at === 0}
                maxLength={pollLimits.pollAnswer.value}
                onChange={({ target }) => setAnswers(answers.with(at, target.value))}
              />
            </label>
          ))}
          <label>
            Duration
            <select name="duration" defaultValue={USUAL}>
              {durations.map(([hours, words]) => (
                <option key={hours} value={hours}>
                  {words}
                </option>
              ))}
            </select>
          </label>
          <label className={styles.mark}>
            <input type="checkbox" name="several" /> Allow multiple answers
          </label>
        </div>
        <div className={styles.row}>
          <button type="submit" data-first>
            Send poll
          </button>
          <button
            type="button"
            disabled={answers.length >= pollLimits.pollAnswers.value}
            onClick={() => setAnswers([...answers, ""])}
          >
            Add answer
          </button>
          <button type="button" onClick={close}>
            Cancel
          </button>
        </div>
      </div>
    </form>
  );
}
