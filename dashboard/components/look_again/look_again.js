// Asks for another look once, in a moment: each look of the server's is one call with a number of its own.
export default function ({ data, setTriggerValue }) {
  const waiting = setTimeout(() => setTriggerValue("looked", data.look), data.moment);
  return () => clearTimeout(waiting);
}
