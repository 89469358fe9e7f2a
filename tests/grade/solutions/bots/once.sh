# Wrong: the first empty cell as a number from 1; answers one board and ends.
read -r board mover
number=1
while [ -n "$board" ]; do
  rest=${board#?}
  cell=${board%"$rest"}
  board=$rest
  [ "$cell" = / ] && continue
  [ "$cell" = . ] && break
  number=$((number + 1))
done
echo "$number"
